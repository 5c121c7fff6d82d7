import { type Chance, openChance } from '../../simulation/world/chance.ts';
import {
  type CallerAnswer,
  type Seen,
  type ServiceCaller,
  sha1Of,
} from '../../support/service/callers/service-caller.ts';
import type { History, KnownItem, Person } from './history.ts';

/** The tools of one worker of a person. */
export type ParallelWork = {
  readonly person: Person;
  readonly people: readonly Person[];
  readonly history: History;
  readonly chance: Chance;
  readonly isOver: () => boolean;
  /** Waits until the service may answer again. */
  readonly pause: () => Promise<void>;
};

/** The service cannot answer now, or a proxy had no answer from it. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504]);

/** Names that workers compete for. */
const names = 40;

type Act = (work: ParallelWork, caller: ServiceCaller) => Promise<CallerAnswer | null>;

const fields = 'fields=etag,name,sha1,owned_by,item_status';

/** Changes files, shares and copies until it is over, on whichever process comes next. */
export async function workInParallel(seed: number, index: number, parts: Omit<ParallelWork, 'chance'>): Promise<void> {
  const work: ParallelWork = { ...parts, chance: openChance(seed, `worker ${index}`) };
  const { chance, person, history, isOver, pause } = work;
  while (!isOver()) {
    const act = chance.pick(acts);
    const answer = await act(work, chance.pick(person.callers)).catch(() => 'lost' as const);
    if (answer === null) continue;
    if (answer === 'lost' || unavailable.has(answer.status)) {
      history.lostAt.push(Date.now());
      await pause();
    } else if (answer.status >= 500) {
      history.violations.push(`A request answered ${answer.status}: ${answer.json.message}`);
    } else if (answer.status >= 400) {
      history.refusals.set(answer.json.code, (history.refusals.get(answer.json.code) ?? 0) + 1);
    }
  }
}

const isDone = ({ status }: CallerAnswer): boolean => status >= 200 && status < 300;

const upload: Act = async (work, caller) => {
  const bytes = `${work.person.name} ${work.chance.fraction()}`;
  const answer = await caller.upload({ name: newName(work), parent: { id: folderOf(work) } }, bytes, filesPath());
  if (isDone(answer)) note(work, 'ITEM_UPLOAD', answer.json.entries[0], sha1Of(bytes));
  return answer;
};

const newVersion: Act = async (work, caller) => {
  const file = fileOf(work);
  if (file === null) return null;
  const bytes = `${work.person.name} ${work.chance.fraction()} of ${file.id}`;
  const path = `${filesPath(`/${file.id}`)}`;
  const answer = await caller.upload({ name: file.name }, bytes, path, { 'if-match': file.etag });
  if (isDone(answer)) note(work, 'ITEM_UPLOAD', answer.json.entries[0], sha1Of(bytes));
  return answer;
};

const rename: Act = async (work, caller) => {
  const file = fileOf(work);
  if (file === null) return null;
  const body = { name: newName(work) };
  const answer = await caller.put(`/files/${file.id}?${fields}`, body, { 'if-match': file.etag });
  if (isDone(answer) && answer.json.etag !== file.etag) note(work, 'ITEM_RENAME', answer.json);
  return answer;
};

/** To any folder that the person can write to: another owner's too, whose file it then becomes. */
const move: Act = async (work, caller) => {
  const file = fileOf(work);
  if (file === null) return null;
  const before = await caller.get(`/files/${file.id}?${fields},parent`);
  const folderId = folderOf(work);
  const answer = await caller.put(`/files/${file.id}?${fields}`, { parent: { id: folderId } });
  // Others may have changed it in between, and a move to where it is changes nothing: only the event of a sole step is known for certain.
  const isElsewhere = isDone(before) && before.json.parent.id !== folderId;
  const isSole = isElsewhere && isDone(answer) && Number(answer.json.etag) === Number(before.json.etag) + 1;
  if (isSole) note(work, 'ITEM_MOVE', answer.json);
  return answer;
};

const copy: Act = async (work, caller) => {
  const file = fileOf(work);
  if (file === null) return null;
  const body = { name: newName(work), parent: { id: folderOf(work) } };
  const answer = await caller.post(`/files/${file.id}/copy?${fields}`, body);
  if (isDone(answer)) note(work, 'ITEM_COPY', answer.json);
  return answer;
};

const copyFolder: Act = async (work, caller) => {
  const { person, people, chance } = work;
  const body = { name: `copy ${newName(work)}`, parent: { id: person.ownFolderId } };
  return caller.post(`/folders/${chance.pick(people).sharedFolderId}/copy`, body);
};

const trash: Act = async (work, caller) => {
  const file = fileOf(work);
  if (file === null) return null;
  const answer = await caller.delete(`/files/${file.id}`, { 'if-match': file.etag });
  if (isDone(answer)) remember(work, 'ITEM_TRASH', { ...file, etag: raised(file.etag), isTrashed: true });
  return answer;
};

const restore: Act = async (work, caller) => {
  const file = fileOf(work, true);
  if (file === null) return null;
  const answer = await caller.post(`/files/${file.id}?${fields}`, { name: newName(work) });
  if (isDone(answer)) note(work, 'ITEM_UNDELETE_VIA_TRASH', answer.json);
  return answer;
};

const purge: Act = async (work, caller) => {
  const file = fileOf(work, true);
  if (file === null) return null;
  work.history.purged.add(file.id);
  return caller.delete(`/files/${file.id}/trash`);
};

/** Gives another person access to the own folder, and takes it back. */
const collaborate: Act = async (work, caller) => {
  const { person, people, chance } = work;
  const other = chance.pick(people);
  if (other.id === person.id) return null;
  const item = { type: 'folder', id: person.ownFolderId };
  const accessible_by = { type: 'user', login: other.login };
  const made = await caller.post('/collaborations', { item, accessible_by, role: 'editor' });
  if (!isDone(made)) return made;
  await upload(work, caller);
  return caller.delete(`/collaborations/${made.json.id}`);
};

/** Uploads come more often than the rest, or there would soon be nothing left to change. */
const acts: readonly Act[] = [
  upload,
  upload,
  upload,
  newVersion,
  newVersion,
  rename,
  rename,
  move,
  move,
  copy,
  copy,
  copyFolder,
  trash,
  restore,
  purge,
  collaborate,
];

function filesPath(file = ''): string {
  return `/files${file}/content?${fields}`;
}

function newName({ chance }: ParallelWork): string {
  return `name ${chance.below(names)}`;
}

function folderOf({ chance, person, people }: ParallelWork): string {
  return chance.happens(0.5) ? person.ownFolderId : chance.pick(people).sharedFolderId;
}

function fileOf({ chance, history }: ParallelWork, isTrashed = false): KnownItem | null {
  const files = [...history.items.values()].filter(
    (item) => item.isTrashed === isTrashed && !history.purged.has(item.id),
  );
  return files.length === 0 ? null : chance.pick(files);
}

const raised = (etag: string) => String(Number(etag) + 1);

function note(work: ParallelWork, eventType: string, item: Seen | undefined, sha1 = item?.sha1): void {
  if (item === undefined) throw new Error('An acknowledged change names no item.');
  if (item.sha1 !== sha1) work.history.violations.push(`The file ${item.id} has another content than was sent.`);
  const { id, name, etag } = item;
  remember(work, eventType, { id, ownerId: item.owned_by.id, name, etag, sha1: item.sha1, isTrashed: false });
}

/** Answers may overtake each other: the state with the highest etag is the newest. */
function remember({ history, person }: ParallelWork, eventType: string, item: KnownItem): void {
  history.changes.push({ personId: person.id, eventType, itemId: item.id, etag: item.etag });
  const known = history.items.get(item.id);
  if (known === undefined || Number(known.etag) < Number(item.etag)) history.items.set(item.id, item);
}
