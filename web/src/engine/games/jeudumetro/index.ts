import { jeudumetro } from '@/engine/built/jeudumetro';
import type { Faces } from '@/engine/game';
import type { JeudumetroScene, JeudumetroView } from '@/lib/wire';
import { evidence } from './evidence';
import { finished, holder, moves, read, text, witness } from './notation';
import { story } from './story';
import { view } from './view';

export const description = jeudumetro;
export const faces: Faces<typeof jeudumetro, JeudumetroScene, JeudumetroView> = {
  text,
  read,
  view,
  story,
  evidence,
  witness,
  holder,
  moves,
  finished,
};
