import { resolve } from 'node:path';
import type { CommandWorld, HandlersOf } from '../command-world.ts';

/** Read-only views: the overall status, one path, planned steps, past activity. */
export function statusCommands({
  engine,
}: CommandWorld): HandlersOf<'status.get' | 'rates.list' | 'path.why' | 'paths.state' | 'sync.plan' | 'activity.list'> {
  return {
    'status.get': async () => ({ ok: true, value: engine.status() }),
    'rates.list': async () => ({ ok: true, value: { samples: [...engine.rates()] } }),
    'path.why': ({ rootId, path }) => {
      const root = engine.status().roots.find(({ id }) => id === rootId);
      return engine.why({ path: root === undefined ? path : resolve(root.localPath, path) });
    },
    'paths.state': async ({ paths }) => ({ ok: true, value: { states: engine.pathStates(paths) } }),
    'sync.plan': (request) => engine.plan(request),
    'activity.list': async (request) => ({ ok: true, value: engine.activity(request) }),
  };
}
