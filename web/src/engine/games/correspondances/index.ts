import { correspondances } from '@/engine/built/correspondances';
import type { Faces } from '@/engine/game';
import type { CorrespondancesScene, CorrespondancesView } from '@/lib/wire';
import { read, text, witness } from './notation';
import { view } from './view';

export const description = correspondances;
export const faces: Faces<typeof correspondances, CorrespondancesScene, CorrespondancesView> = { text, read, view, witness };
