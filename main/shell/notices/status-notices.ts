import type { SpokenMessage } from '../../../preload/ipc/feeds.ts';
import type { AttentionItem, Status } from '../../../preload/ipc/shapes/status.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { readIds, writeIds } from './kept-ids.ts';

type Notice = SpokenMessage<'notice'>;

export type StatusNotices = {
  /** Processes the current status. */
  follow(status: Status): void;
  /** Drops pending notices; resolves when the shown ones are recorded. */
  close(): Promise<void>;
};

export type StatusNoticesParts = {
  /** Absolute path; shown notices are recorded there, so that a restart does not repeat them. */
  readonly file: string;
  readonly tell: (notice: Notice) => void;
  readonly now: () => Date;
  readonly warn: (cause: unknown) => void;
  readonly texts: NoticeTexts;
};

type NoticeTexts = Pick<ShellTexts, 'attention' | 'signedOut'>;

/** Problems are collected for this long, so that a hundred files give one notification. */
const GATHER_MS = 5_000;
const SIGNED_OUT = 'signed out';

/**
 * Notifies the user of problems in the status, together, and of an expired sign-in. Each is shown once; if it is resolved and
 * recurs, it counts as new.
 */
export async function statusNotices({ file, tell, now, warn, texts }: StatusNoticesParts): Promise<StatusNotices> {
  const told = new Set(await readIds(file));
  const gathered = new Map<string, AttentionItem>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const keep = (): void => {
    const ids = [...told];
    writing = writing.then(() => writeIds(file, ids)).catch(warn);
  };
  const tellGathered = (): void => {
    timer = undefined;
    const items = [...gathered.values()];
    for (const id of gathered.keys()) told.add(id);
    gathered.clear();
    if (items.length === 0) return;
    keep();
    tell(attentionNotice(items, now(), texts));
  };
  const gather = (items: ReadonlyMap<string, AttentionItem>): void => {
    for (const id of gathered.keys()) if (!items.has(id)) gathered.delete(id);
    for (const [id, item] of items) if (!told.has(id)) gathered.set(id, item);
    if (gathered.size > 0) timer ??= setTimeout(tellGathered, GATHER_MS);
  };
  const forget = (isSettled: (id: string) => boolean): void => {
    const settled = [...told].filter(isSettled);
    for (const id of settled) told.delete(id);
    if (settled.length > 0) keep();
  };

  return {
    follow(status) {
      const items = itemsOf(status);
      gather(items);
      if (isWhole(status)) forget((id) => id !== SIGNED_OUT && !items.has(id));
      if (status.account.state === 'connected') forget((id) => id === SIGNED_OUT);
      if (status.account.state !== 'signed_out' || told.has(SIGNED_OUT)) return;
      told.add(SIGNED_OUT);
      keep();
      tell(signedOutNotice(status, now(), texts));
    },
    close() {
      clearTimeout(timer);
      return writing;
    },
  };
}

/** The items that wait for the user. Items that resolve by themselves, or wait for the whole account, are left out. */
function itemsOf({ attention }: Status): ReadonlyMap<string, AttentionItem> {
  const blocked = attention.filter(({ reach }) => reach === 'blocked');
  return new Map(blocked.map((item) => [`${item.rootId} ${item.code} ${item.held ?? item.path}`, item] as const));
}

/** True if the status lists everything that needs attention: no folder is being checked for the first time, and the list is complete. */
function isWhole({ roots, attention, attentionTotal }: Status): boolean {
  return attention.length >= attentionTotal && roots.every(({ state }) => state !== 'checking' && state !== 'offline');
}

function attentionNotice(items: readonly AttentionItem[], at: Date, texts: NoticeTexts): Notice {
  return { id: `attention ${at.getTime()}`, kind: 'attention', ...wordsOf(items, texts), invitation: null };
}

function wordsOf(items: readonly AttentionItem[], { attention }: NoticeTexts): Pick<Notice, 'title' | 'body'> {
  const { sentence = '', remedy = '', held, args } = items[0] ?? {};
  const title = attention.title(items.length);
  if (items.length > 1) return { title, body: attention.several(sentence) };
  // The sentence is about one file of the batch; the question is about all of them.
  if (held !== undefined && typeof args?.items === 'number') return { title: attention.held(args.items), body: remedy };
  return { title, body: attention.one(sentence, remedy) };
}

function signedOutNotice({ account }: Status, at: Date, texts: NoticeTexts): Notice {
  return {
    id: `signed out ${at.getTime()}`,
    kind: 'signed_out',
    title: texts.signedOut.title,
    body: account.sentence ?? texts.signedOut.body,
    invitation: null,
  };
}
