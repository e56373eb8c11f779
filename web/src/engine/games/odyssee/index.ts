import { odyssee } from '@/engine/built/odyssee';
import type { Faces } from '@/engine/game';
import type { OdysseeScene, OdysseeView } from '@/lib/wire';
import { read, text } from './notation';
import { story } from './story';
import { view } from './view';

export const description = odyssee;
export const faces: Faces<typeof odyssee, OdysseeScene, OdysseeView> = { text, read, view, story };
