import { correspondances } from '@/engine/built/correspondances';
import type { Faces } from '@/engine/game';
import type { CorrespondancesScene, CorrespondancesView } from '@/lib/wire';
import { evidence } from './evidence';
import { read, text, witness } from './notation';
import { story } from './story';
import { view } from './view';

export const description = correspondances;
export const faces: Faces<typeof correspondances, CorrespondancesScene, CorrespondancesView> = {
  text,
  read,
  view,
  story,
  evidence,
  witness,
};
