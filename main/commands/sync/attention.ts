import { resolve } from 'node:path';
import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { refusedAs } from '../results.ts';

type AttentionCommands =
  | 'conflict.list'
  | 'conflict.get'
  | 'conflict.resolve'
  | 'problem.list'
  | 'problem.rename'
  | 'problem.checkName'
  | 'held.list'
  | 'held.items'
  | 'held.release'
  | 'activity.undo'
  | 'journal.policy'
  | 'journal.setPolicy'
  | 'trash.local.list'
  | 'trash.local.restore'
  | 'trash.local.purge'
  | 'trash.local.policy'
  | 'trash.local.setPolicy';

/** Pending decisions, undo and the local trash. */
export function attentionCommands({ engine }: CommandWorld): HandlersOf<AttentionCommands> {
  const { acts } = engine;
  return {
    'conflict.list': async ({ limit, offset }) => {
      const { conflicts, total } = acts.conflicts({ limit, offset });
      return { ok: true, value: { conflicts: conflicts.map((one) => ({ ...one, choices: [...one.choices] })), total } };
    },
    'conflict.get': async ({ id }) => {
      const answer = await acts.conflict(id);
      return answer.ok ? { ok: true, value: { ...answer.value, choices: [...answer.value.choices] } } : answer;
    },
    'conflict.resolve': async ({ id, rootId, path, keep, seen }) => {
      const target = id ?? (path === undefined ? undefined : inRoot(engine, rootId, path));
      if (target === undefined) return refusedAs('usage', { code: 'nothing_named', args: {} });
      return acts.resolve({ target, keep, seen });
    },
    'problem.list': async (request) => ({ ok: true, value: acts.problems(request) }),
    'problem.rename': ({ rootId, path, name }) => acts.rename({ path: inRoot(engine, rootId, path), name }),
    'problem.checkName': async ({ rootId, path, name }) => acts.checkName({ path: inRoot(engine, rootId, path), name }),
    'held.list': async () => ({
      ok: true,
      value: acts.held().map((batch) => ({ ...batch, sample: [...batch.sample] })),
    }),
    'held.items': async (request) => {
      const answer = acts.heldItems(request);
      return answer.ok ? { ok: true, value: { ...answer.value, items: [...answer.value.items] } } : answer;
    },
    'held.release': async (decision) => {
      const answer = await acts.decideHeld(decision);
      return answer.ok ? { ok: true, value: { ...answer.value, failed: [...answer.value.failed] } } : answer;
    },
    'activity.undo': async ({ id, batch, kinds, part }) => {
      const what = id !== undefined ? { id } : batch !== undefined ? { batch, kinds, part } : null;
      if (what === null) return refusedAs('usage', { code: 'nothing_named', args: {} });
      const answer = await acts.undo(what);
      return answer.ok ? { ok: true, value: { ...answer.value, refused: [...answer.value.refused] } } : answer;
    },
    ...keptCommands(engine),
  };
}

/** A path relative to a given root, as an absolute one. */
function inRoot(engine: CommandWorld['engine'], rootId: number | undefined, path: string): string {
  const root = engine.status().roots.find((one) => one.id === rootId);
  return root === undefined ? path : resolve(root.localPath, path);
}

type KeptCommands = 'journal.policy' | 'journal.setPolicy' | Extract<AttentionCommands, `trash.${string}`>;

function keptCommands({ acts }: CommandWorld['engine']): HandlersOf<KeptCommands> {
  return {
    'journal.policy': async () => ({ ok: true, value: acts.journalPolicy() }),
    'journal.setPolicy': async (change) => {
      const kept = acts.journalPolicy();
      const { keepDays = kept.keepDays, keepEntries = kept.keepEntries } = change;
      return { ok: true, value: await acts.setJournalPolicy({ keepDays, keepEntries }) };
    },
    'trash.local.list': async (request) => {
      const { items, total, bytes } = acts.trashed(request);
      return { ok: true, value: { items: items.map(shown), total, bytes } };
    },
    'trash.local.restore': ({ id }) => acts.restoreTrashed(id),
    'trash.local.purge': ({ ids }) => acts.purgeTrashed(ids),
    'trash.local.policy': async () => ({ ok: true, value: acts.trashPolicy() }),
    'trash.local.setPolicy': async (change) => {
      const kept = acts.trashPolicy();
      const { keepDays = kept.keepDays, keepBytes = kept.keepBytes } = change;
      return { ok: true, value: await acts.setTrashPolicy({ keepDays, keepBytes }) };
    },
  };
}

type Listed = ReturnType<CommandWorld['engine']['acts']['trashed']>['items'][number];

const shown = ({ id, rootId, rootPath, path, itemKind, nodes, bytes, atMs }: Listed): Trashed => ({
  id,
  rootId,
  rootPath,
  path,
  itemKind,
  nodes,
  bytes,
  atMs,
});
