// Two triangles of a city and an outer cell, as the engine describes them.
import type { OdysseeScene } from '@/boards/odyssee/lattice';
import type { OdysseeView } from '@/lib/types';

export const UP = Math.sqrt(3) / 2;

export const quarter: OdysseeScene = {
  corners: [
    { id: '0,0', x: 0, y: 0 },
    { id: '1,0', x: 1, y: 0 },
    { id: '0,1', x: 0.5, y: UP },
    { id: '1,1', x: 1.5, y: UP },
  ],
  cells: [
    { id: 'a', corners: ['0,0', '1,0', '0,1'], x: 0.5, y: UP / 3 },
    { id: 'b', corners: ['1,0', '0,1', '1,1'], x: 1, y: (UP * 2) / 3 },
  ],
  outers: [{ id: 7, side: 0, arrow: 'white', rim: ['0,0', '1,0'], x: 0.5, y: -UP }],
  tunnels: 5,
  dig: 3,
  players: [],
  districts: [],
};

export const seen = {
  mode: 'odyssee',
  city: { houses: ['a', null], shops: [null], offices: ['b'], park: ['b'], lake: [] },
  lines: [{ seat: 1, line: 's', path: ['@7', '0,0', '1,0', '1,1'], cells: ['@7', 'a', 'b'] }],
} as unknown as OdysseeView;
