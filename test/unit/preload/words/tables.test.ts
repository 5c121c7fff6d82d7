import { describe, expect, it } from 'vitest';
import type { NameFaultArgs, NameFaultCode } from '../../../../preload/words/codes/problems.ts';
import { german } from '../../../../preload/words/de/german.ts';
import { sayInGerman } from '../../../../preload/words/de/say-in-german.ts';
import { english, sayInEnglish, sayInTerminal } from '../../../../preload/words/en/english.ts';
import {
  type FixableMessage,
  fixOf,
  inTurn,
  type Message,
  type NoteMessage,
  type ProblemMessage,
  type RefusalMessage,
  titleOf,
  withFix,
} from '../../../../preload/words/message.ts';
import { NOON, problems, type Samples } from './problem-samples.ts';
import { accountSamples, connectionSamples } from './samples.ts';

/** Every code in every language: it has words, and all its arguments stand in them. */

const now = () => NOON;
const LANGUAGES = [
  ['English', sayInEnglish(now)],
  ['English in a terminal', sayInTerminal(now)],
  ['German', sayInGerman(now)],
] as const;

const name = { name: 'Letters.txt' };
const path = { path: '/home/ann/Tandem' };
const fault: NameFaultArgs = { fault: 'too_long', limit: 143, unit: 'bytes' };

const refusals: Samples<RefusalMessage> = {
  changed_since: path,
  name_in_use_there: path,
  version_name_taken: path,
  not_in_service_trash: path,
  gone_from_there: path,
  kept_by_system_trash: path,
  in_system_trash: path,
  gone_from_local_trash: path,
  not_in_local_trash: {},
  trash_without_root: { ...path, place: '/home/ann/trash' },
  no_longer_shared: path,
  trash_not_shared: { ...path, place: '/home/ann/trash' },
  trash_away: { ...path, place: '/media/ann/drive' },
  no_such_conflict: {},
  no_such_batch: { id: 214 },
  held_batch_grown: { items: 5 },
  no_such_entry: {},
  version_not_kept: path,
  version_not_kept_for_batch: path,
  conflict_resolved_already: path,
  kinds_cannot_merge: path,
  other_version_not_here: path,
  service_version_withheld: path,
  order_interrupted: path,
  service_version_gone: path,
  content_not_kept: path,
  folder_not_here: path,
  folder_not_there: path,
  name_in_use_here: path,
  name_not_usable: fault,
  name_taken_beside: name,
  both_versions_kept: path,
  earlier_content_gone: path,
  may_hold_more: path,
  rescued_already: path,
  nothing_changed: path,
  creation_not_undone: { ...path, side: 'local' },
  undone_already: path,
  no_such_root: {},
  in_no_root: path,
  other_sync_app: { ...path, app: 'Dropbox', other: '/home/ann/other' },
  other_account_root: { ...path, account: 'https://files.example.com' },
  not_a_folder: path,
  link_not_a_folder: path,
  local_folder_missing: path,
  remote_folder_not_found: { id: '214' },
  local_folders_nested: { ...path, other: '/home/ann' },
  own_data_folder: { ...path, other: '/home/ann/.local/share/tandem/client' },
  remote_folders_nested: { ...path, ...name },
  folder_unusable: { ...path, reason: 'denied' },
  sign_in_not_accepted: {},
  root_is_there: path,
  place_not_a_folder: path,
  other_root_at_place: path,
  nothing_to_accept: path,
  too_many_rules: { most: 214, mostBytes: 64_000 },
  root_not_deselectable: {},
  folder_not_known: name,
  not_a_share: name,
  share_not_leavable: name,
  nothing_to_bring_back: path,
  nothing_to_keep_here: path,
  no_folder_entered: { example: '/home/ann/Tandem' },
  path_not_absolute: { ...path, example: '/home/bob/Tandem' },
  whole_disk: {},
  folder_in_a_file: path,
  folder_not_writable: path,
  folder_not_made: { ...path, reason: 'ENOSPC' },
  outside_root: path,
  service_not_reached: { answer: 'Quota 7' },
  service_refused: { answer: 'Quota 7' },
  not_supported_here: { feature: 'reveal' },
  no_newer_version: {},
  scheme_not_opened: { scheme: 'ftp:' },
  window_opening: {},
  proxy_with_password: {},
  unknown_command: { command: 'tea.make' },
  request_malformed: { what: 'tea.make, cup' },
  answer_malformed: { what: 'tea.make, cup' },
  host_fault: {},
  not_our_window: {},
  disconnected: {},
  paths_only: {},
  nothing_named: {},
  transfer_over: {},
  item_gone: {},
  drop_unreadable: path,
  drop_empty: {},
  drop_path_bad: path,
  drop_not_started: { answer: 'Quota 7' },
  drop_folder_gone: {},
  drop_over: {},
  drop_not_announced: {},
  drop_name_undecided: {},
  drop_folder_is_file: name,
  drop_folder_not_made: name,
  drop_refused: { answer: 'Quota 7' },
  drop_name_taken: {},
  drop_cancelled: {},
  drop_corrupt: {},
  drop_failed: {},
  drop_connection_lost: {},
  drop_file_changed: {},
  link_password_wrong: {},
  link_opens_nothing: {},
  link_visit_over: {},
  archive_not_permitted: name,
  archive_too_deep: name,
  archive_too_many: {},
  archive_bookmark_bad: name,
  ...accountSamples,
};

const notes: Samples<NoteMessage> = {
  in_sync: {},
  checking: {},
  paused: {},
  waiting_to_retry: { items: 214 },
  syncing_items: { items: 214 },
  changes_held: { items: 214 },
  items_need_attention: { items: 214 },
  no_folder: {},
  syncing_paused: {},
  folder_needs_attention: {},
  looking_for_changes: {},
  syncing_files: { files: 214 },
  nothing_to_add: {},
  add_a_folder: {},
  no_files: {},
  holdings: { files: 214, bytes: 999 },
  each_folder_paused: {},
  stopped: {},
  state_when_last_run: {},
  until_resumed: {},
  resumes_at: { atMs: NOON + 3_600_000 },
  rest_in_sync: {},
  to_go: { done: 653, bytes: 999, seconds: 240 },
  done: { what: 'upload' },
  done_to: { what: 'upload', ...path },
  planned: { step: 'upload' },
  why_synced: path,
  why_unknown: path,
  why_queued: path,
  why_behind_act: path,
  why_syncing: { ...path, rule: 'P7', step: 'upload' },
  why_conflict: { ...path, copy: 'Letters (2).txt' },
  alias: { remoteName: 'a:b', localName: 'a_b', ...fault },
  held: { items: 214, what: 'deletes', direction: 'to-local', folder: 'Studio' },
  invitation: { from: 'Bob Ray', item: 'Team' },
  mention: { from: 'Bob Ray', item: 'plan.txt', what: 'comment' },
  invitation_details: { from: 'Bob Ray', item: 'Team', role: 'grand duke' },
  rescued: {},
  rescued_details: { ...path, more: 214, folder: 'Tandem (rescued)', root: '/home/bob/Tandem' },
  rules_exclude: {},
  rules_exclude_details: { by: 'Bob Ray', folder: 'Project', items: 312 },
  root_moved: {},
  root_moved_details: { before: '/home/ann/a', now: '/home/ann/b' },
  root_moved_inside: {},
  root_moved_inside_details: { before: '/home/ann/a', now: '/home/ann/b', other: '/home/ann/c' },
  service_went_back: {},
  service_went_back_details: {},
  state_set_aside: {},
  state_set_aside_details: path,
  root_from_backup: {},
  root_from_backup_details: path,
  changes_seen_late: {},
  changes_seen_late_details: { ...path, why: 'too_many_folders' },
  ...connectionSamples,
  drop_finished: { failed: 3 },
  drop_finished_details: { sent: 214, failed: 653, folder: 'Plans' },
};

/** Arguments that choose words instead of standing in them. */
const CHOOSES = new Set([
  'feature',
  'fault',
  'unit',
  'side',
  'what',
  'direction',
  'reason',
  'step',
  'untilMs',
  'atMs',
  'seconds',
  'is',
  'because',
  'why',
  'field',
  'since',
]);
/** Sizes are written with a unit, and one of two counts may stand in another sentence of the pair. */
const WRITTEN: Readonly<Record<string, string>> = { '2000000000': '2 GB', '64000': '64 kB', '240': '4' };

const messages: readonly Message[] = [
  ...Object.entries({ ...problems, ...refusals }).map(([code, args]) => withFix({ code, args } as FixableMessage)),
  ...Object.entries(notes).map(([code, args]) => ({ code, args }) as NoteMessage),
];
/** Of a problem with its fix: the problem. */
function singleOf(message: Message): Message {
  const [first] = message.code === 'in_turn' ? message.args.messages : [message];
  return typeof first === 'object' ? first : message;
}
const codeOf = (message: Message): string => singleOf(message).code;
const argsOf = (message: Message): object => singleOf(message).args;

describe.each(LANGUAGES)('%s', (_language, say) => {
  it.each(messages.map((message) => [codeOf(message), message] as const))('%s', (code, message) => {
    const sentence = say(message);
    if (code !== 'nothing_to_add') expect(sentence.length).toBeGreaterThan(3);
    expect(sentence).not.toMatch(/[{}]|undefined|\[object|NaN|\.\.|  /);
    for (const [arg, value] of Object.entries(argsOf(message))) {
      const isLeftOut = CHOOSES.has(arg) || (code === 'drop_finished' && arg === 'failed');
      if (!isLeftOut) expect(sentence, arg).toContain(WRITTEN[String(value)] ?? String(value));
    }
  });

  it('says every problem in one sentence, which is a title without its full stop', () => {
    for (const [code, args] of Object.entries(problems)) {
      const problem = { code, args } as ProblemMessage;
      const sentence = say(problem);
      expect(sentence, code).toMatch(/[^.]\.$/);
      expect(sentence.replaceAll(/["„“][^"“”]*["“”]/g, 'a name'), code).not.toMatch(/[.!?] /);
      expect(`${say(titleOf(problem))}.`, code).toBe(sentence);
    }
  });

  it('says what to do about every problem', () => {
    for (const [code, args] of Object.entries({ ...problems, ...refusals })) {
      const fix = say(fixOf({ code, args } as FixableMessage));
      expect(fix, code).toMatch(/^\S.*\.$/);
    }
  });

  it('tells each fault of a name from the others', () => {
    const faults: readonly NameFaultCode[] = [
      'empty',
      'not_unicode',
      'too_long',
      'dots',
      'slashes',
      'control_character',
      'trailing_space',
      'state_folder',
      'separator',
      'nul',
      'forbidden_character',
      'reserved',
      'trailing_dot_or_space',
      'sibling',
    ];
    const said = faults.map((one) =>
      say({ code: 'name_refused_by_disk', args: { ...name, fault: one, limit: 255, unit: 'characters' } }),
    );
    expect(new Set(said).size).toBe(faults.length);
  });
});

it('German leaves no English behind', () => {
  const say = sayInGerman(now);
  for (const message of messages) {
    const sentence = say(message).replaceAll(/„[^“]*“|: Uploaded/g, '');
    expect(sentence, codeOf(message)).not.toMatch(/\b(the|is|are|it|this|not|of|to|and|by|your|you)\b/);
  }
});

it('both languages have the same codes', () => {
  expect(Object.keys(german.problems).sort()).toEqual(Object.keys(english.problems).sort());
  expect(Object.keys(german.refusals).sort()).toEqual(Object.keys(english.refusals).sort());
  expect(Object.keys(german.notes).sort()).toEqual(Object.keys(english.notes).sort());
});

it('numbers agree with their noun, and times name the day when it is another one', () => {
  const [inEnglish, inGerman] = [sayInEnglish(now), sayInGerman(now)];
  expect(inEnglish({ code: 'items_need_attention', args: { items: 1 } })).toBe('1 item needs your attention.');
  expect(inEnglish({ code: 'holdings', args: { files: 1_902, bytes: 4_100_000 } })).toBe('1,902 files, 4.1 MB.');
  expect(inGerman({ code: 'holdings', args: { files: 1_902, bytes: 4_100_000 } })).toBe('1.902 Dateien, 4,1 MB.');
  expect(inEnglish({ code: 'resumes_at', args: { atMs: NOON + 1_800_000 } })).toBe('Resumes at 12:30.');
  expect(inGerman({ code: 'resumes_at', args: { atMs: NOON + 18 * 3_600_000 } })).toBe(
    'Läuft am 21. November um 06:00 weiter.',
  );
  expect(inEnglish({ code: 'to_go', args: { done: 0, bytes: 1, seconds: null } })).toBe('1 byte to go');
  const minute = { done: 1_180, bytes: 3_100_000_000, seconds: 57 };
  expect(inEnglish({ code: 'to_go', args: minute })).toBe('1,180 done · 3.1 GB to go · about 1 minute left');
  expect(inGerman({ code: 'to_go', args: minute })).toBe('1.180 erledigt · noch 3,1 GB · noch etwa 1 Minute');
});

it('names stand in the quotes of where they are read, and commands only where they can be typed', () => {
  const locked: ProblemMessage = { code: 'both_edited', args: { subject: 'a' } };
  expect(sayInEnglish(now)(withFix(locked))).toBe(
    '“a” was edited in two places. Both versions were kept. Choose one, or keep both.',
  );
  expect(sayInTerminal(now)(withFix(locked))).toMatch(/^"a" was .* Run "tandem conflicts" or "tandem resolve"\.$/);
  expect(sayInGerman(now)({ code: 'why_synced', args: { path: 'שלום' } })).toContain('„\u2068שלום\u2069“');
});

it('a title has no full stop, an empty sentence says nothing, and a foreign string stays as it came', () => {
  const say = sayInEnglish(now);
  expect(say(titleOf({ code: 'in_sync', args: {} }))).toBe('Everything is in sync');
  expect(say(inTurn({ code: 'nothing_to_add', args: {} }, { code: 'paused', args: {} }))).toBe('Paused.');
  expect(say('As it came.')).toBe('As it came.');
});
