import type { Page } from '@playwright/test';
import { parseClientFrame } from '../../../preload/ipc/transport/messages.ts';

/** The requests of a page over its connection to Tandem: commands by name, calls of the service by operation. */
export type BridgeCalls = {
  /** Call it before the page opens. */
  readonly listen: (page: Page) => void;
  /** The names since the last call of this function. */
  readonly take: () => readonly string[];
};

export function listenToBridge(): BridgeCalls {
  const names: string[] = [];
  return {
    listen: (page) =>
      void page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          const frame = parseClientFrame(String(payload));
          if (frame?.type !== 'call') return;
          const operation: unknown = Reflect.get(Object(frame.input), 'operation');
          names.push(frame.name === 'service.call' ? String(operation) : frame.name);
        }),
      ),
    take: () => names.splice(0),
  };
}

/** Commands have a dot in their name, operations of the service have none. */
export const isServiceCall = (name: string): boolean => !name.includes('.');
