// Where the house on this device lives: its rules, their memory and its bots, away from what draws.
import type { Inward, Outward } from './device';
import { House } from './house';
import { Refused } from './refused';
import * as rules from './rules';
import { shelf } from './shelf';

const house = new House(shelf, rules);
const tell = (told: Outward) => postMessage(told);
type Socket = Awaited<ReturnType<House['open']>>;
const sockets = new Map<number, Promise<Socket | null>>();

async function answer(n: number, asked: () => Promise<unknown>): Promise<void> {
  try {
    tell({ n, answer: await asked() });
  } catch (error) {
    tell({ n, fault: error instanceof Refused ? error.fault : { kind: 'our-fault', message: String(error) } });
  }
}

onmessage = ({ data }: MessageEvent<Inward>) => {
  if ('ask' in data) {
    const asked = (data.ask === 'sizeOf' || data.ask === 'look' ? rules[data.ask] : house[data.ask]) as (
      ...given: unknown[]
    ) => Promise<unknown>;
    void answer(data.n, () => asked.apply(house, data.given));
    return;
  }
  const { socket } = data;
  if ('open' in data) {
    const opened = house.open(data.open, (frame) => tell({ socket, frame }));
    sockets.set(
      socket,
      opened.catch(() => {
        tell({ socket, lost: true });
        return null;
      }),
    );
  } else if ('frame' in data) void sockets.get(socket)?.then((found) => found?.hear(data.frame));
  else {
    void sockets.get(socket)?.then((found) => found?.close());
    sockets.delete(socket);
  }
};
