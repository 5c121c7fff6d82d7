import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Command } from '../../../main/cli/command.ts';
import { lsCommand } from '../../../main/cli/commands/files/ls.ts';
import { conflictsCommand } from '../../../main/cli/commands/status/conflicts.ts';
import { heldCommand } from '../../../main/cli/commands/status/held.ts';
import { logCommand } from '../../../main/cli/commands/status/log.ts';
import { statusCommand } from '../../../main/cli/commands/status/status.ts';
import { whyCommand } from '../../../main/cli/commands/status/why.ts';
import { planCommand } from '../../../main/cli/commands/sync/plan.ts';
import type { Control, OpenControl } from '../../../main/cli/open/control.ts';
import { runCommand } from '../../../main/cli/run-command.ts';

/* A collaborator, or a hostile service, gives an item a name with terminal escape sequences. */

const hostileNames = {
  'clears the screen': 'a\u001b[2Jb',
  'sets the title, with C1': 'a\u009d0;title\u009cb',
  'goes back over the line': 'a\rdeleted 3 files\u007f\b',
  'writes a line of its own': 'a.txt\n      9999  1 B  forged.txt',
  'has a tab': 'a\tb',
  'turns the direction of writing': 'photo\u202egpj.exe',
  'isolates a part of itself': 'a\u2066b\u2069\u200fc',
} as const;

/** Characters allowed in a row: printable ones without bidirectional marks. */
const printedRow = /^(?:(?![\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]).)*$/u;

function answersOf(name: string): Readonly<Record<string, unknown>> {
  const version = { path: name, sizeBytes: 1, modifiedAtMs: 0, by: name };
  const sentence = `"${name}" is there.`;
  const item = { path: name, sentence, remedy: sentence };
  const counts = { files: 1, folders: 1, bytes: 1, pending: 0, blocked: 0, held: 0, ignored: 0 };
  const root = { localPath: `/home/ann/${name}`, remoteId: '0', sentence, lastChange: { sentence }, ...counts };
  const transfer = { direction: 'up', name, bytesDone: 1, bytesTotal: 2, secondsLeft: null };
  const seen = { path: name, kind: 'file', sizeBytes: 1, sha1: null, id: '1', mark: null };
  return {
    'held.list': [{ id: 1, bytes: 1, sinceMs: 0, sample: [name], items: 1, sentence }],
    'held.items': { items: [{ path: name }] },
    'conflict.list': { conflicts: [{ path: name, sentence, mine: version, theirs: version }], total: 1 },
    'activity.list': {
      entries: [{ id: 1, batch: 1, atMs: 0, path: name, fromPath: name, sentence, undo: 'never' }],
      more: false,
    },
    'sync.plan': { steps: [{ kind: 'move', path: name, toPath: name }], total: 1 },
    'path.why': {
      ...item,
      local: seen,
      remote: seen,
      synced: null,
      // Said in a row of its own, as in a conflict: the sentence above is another one.
      problem: { ...item, sentence: `"${name}" is in use.` },
      operation: null,
      held: null,
      attempts: null,
      retryAtMs: null,
    },
    'status.get': {
      state: 'attention',
      sentence,
      detail: sentence,
      account: { sentence },
      roots: [root],
      transfers: [transfer],
      rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
      attention: [item],
      attentionTotal: 1,
    },
  };
}

/** The commands that print rows with names, with the rows that each prints. */
const tables: Readonly<Record<string, { readonly words: readonly string[]; readonly rows: number }>> = {
  ls: { words: ['ls', '0'], rows: 2 },
  held: { words: ['held'], rows: 2 },
  'held BATCH': { words: ['held', '1'], rows: 1 },
  conflicts: { words: ['conflicts'], rows: 3 },
  log: { words: ['log'], rows: 1 },
  plan: { words: ['plan'], rows: 1 },
  why: { words: ['why', '/home/ann/a'], rows: 5 },
  status: { words: ['status'], rows: 12 },
};

function commandsOn(name: string): readonly Command[] {
  const answers = answersOf(name);
  const control = {
    isRunning: true,
    call: async (command: string) => ({ ok: true, value: answers[command] }),
    close: async () => undefined,
  } as unknown as Control;
  const open: OpenControl = async () => control;
  const entries = [
    { id: '1', type: 'folder', name },
    { id: '2', type: 'file', name, size: 1 },
  ];
  const client = { call: async () => ({ body: { entries } }), close: async () => undefined };
  return [
    lsCommand(async () => ({ client }) as never),
    heldCommand(open),
    conflictsCommand(open),
    logCommand(open, () => 0),
    planCommand(async (_flags, work) => work(control)),
    whyCommand(open),
    statusCommand(open),
  ];
}

function collected(): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream: stream as never, text: () => text };
}

const cells = Object.entries(tables).flatMap(([table, told]) =>
  Object.entries(hostileNames).map(([what, name]) => ({ table, what, name, ...told })),
);

test.each(cells)('tandem $table prints a name that $what as one row', async ({ name, words, rows }) => {
  const [out, err] = [collected(), collected()];
  const surroundings = {
    version: '0',
    places: { state: '/state' } as never,
    env: {},
    signal: new AbortController().signal,
  };
  const commands = commandsOn(name);
  await runCommand({ commands, stdout: out.stream, stderr: err.stream, ...surroundings }, words);
  const printed = out.text().split('\n').slice(0, -1);
  expect([err.text().startsWith('tandem:'), printed.length]).toEqual([false, rows]);
  for (const row of printed) expect(row).toMatch(printedRow);
  expect(out.text()).toContain('\\u');
});
