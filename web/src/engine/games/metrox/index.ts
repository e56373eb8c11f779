import { metrox } from '@/engine/built/metrox';
import type { Faces } from '@/engine/game';
import type { MetroxScene, MetroxView } from '@/lib/wire';
import { clairvoyant } from './hindsight';
import { read, text } from './notation';
import { count, write } from './paper';
import { story } from './story';
import { view } from './view';

export const description = metrox;
export const faces: Faces<typeof metrox, MetroxScene, MetroxView> = { text, read, view, story, clairvoyant, count, write };
