import type { CommandWorld, HandlersOf } from './command-world.ts';

/** What there is to tell: the whole, one path, what would be done, what was done. */
export function statusCommands({
  engine,
}: CommandWorld): HandlersOf<'status.get' | 'path.why' | 'sync.plan' | 'activity.list'> {
  return {
    'status.get': async () => ({ ok: true, value: engine.status() }),
    'path.why': (request) => engine.why(request),
    'sync.plan': (request) => engine.plan(request),
    'activity.list': async (request) => ({ ok: true, value: engine.activity(request) }),
  };
}
