/**
 * Where sentences stand in what comes over the bridge: in the feeds and in the answers of the commands. Whoever shows them puts each
 * through a `Said` where they arrive, so that no page has to. What people wrote themselves, on the service or on the disk, is no sentence
 * of Tandem and stands in none of these places.
 */
import type { Account } from '../ipc/account.ts';
import type { Undone } from '../ipc/attention.ts';
import type { CommandError, CommandInput, CommandName, CommandOutput, CommandResult } from '../ipc/commands.ts';
import type { FeedMessage, FeedName, FeedSource } from '../ipc/feeds.ts';
import type { RootStatus, Status, Why } from '../ipc/status.ts';
import type { Said } from './said.ts';
import { saidServiceAnswer } from './service-answers.ts';

type Refusal = { readonly message: string; readonly remedy: string };

/** Any refusal, with the parts of the question that are at fault. */
export function saidError(error: CommandError, said: Said): CommandError {
  const { faults } = error;
  const inWords = faults?.map(({ name, message }) => ({ name, message: said(message) }));
  return { ...saidRefusal(error, said), ...(inWords === undefined ? {} : { faults: inWords }) };
}

function saidRefusal<Kind extends Refusal>(refusal: Kind, said: Said): Kind {
  return { ...refusal, message: said(refusal.message), remedy: said(refusal.remedy) };
}

type Answers = {
  readonly [Name in CommandName]?: (
    value: CommandOutput<Name>,
    said: Said,
    input: CommandInput<Name>,
  ) => CommandOutput<Name>;
};

const answers: Answers = {
  'account.get': saidAccount,
  'folder.look': (look, said) => ({ ...look, problem: orNull(look.problem, (problem) => saidRefusal(problem, said)) }),
  'status.get': saidStatus,
  'root.list': (roots, said) => roots.map((root) => saidRoot(root, said)),
  'root.add': saidRoot,
  'root.recover': saidRoot,
  'sync.plan': (plan, said) => ({ ...plan, steps: plan.steps.map((step) => withSentence(step, said)) }),
  'path.why': saidWhy,
  'activity.list': (list, said) => ({ ...list, entries: list.entries.map((entry) => withSentence(entry, said)) }),
  'activity.undo': saidUndone,
  'conflict.list': (list, said) => ({ ...list, conflicts: list.conflicts.map((one) => withSentence(one, said)) }),
  'conflict.get': withSentence,
  'held.list': (batches, said) => batches.map((batch) => withSentence(batch, said)),
  'held.release': (decided, said) => ({
    ...decided,
    failed: decided.failed.map(({ path, message }) => ({ path, message: said(message) })),
  }),
  'service.call': (answer, said, { operation }) => saidServiceAnswer(operation, answer, said),
};

/** The result of a command that was asked with `input`; what has no sentence in it comes back as it is. */
export function saidResult<Name extends CommandName>(
  { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
  result: CommandResult<Name>,
  said: Said,
): CommandResult<Name> {
  if (!result.ok) return { ok: false, error: saidError(result.error, said) };
  const inWords: Answers[Name] = answers[name];
  return inWords === undefined ? result : { ok: true, value: inWords(result.value, said, input) };
}

type Messages = { readonly [Name in FeedName]: (message: FeedMessage<Name>, said: Said) => FeedMessage<Name> };

const messages: Messages = {
  status: saidStatus,
  // Codes alone: the window says them in its own language.
  paths: (states) => states,
  activity: (entries, said) => entries.map((entry) => withSentence(entry, said)),
  notice: (notice, said) => ({ ...notice, title: said(notice.title), body: said(notice.body) }),
};

/** The same feeds, with what they say put through `said`. */
export function saidFeeds(feeds: FeedSource, said: Said): FeedSource {
  return {
    subscribe: <Name extends FeedName>(feed: Name, listener: (message: FeedMessage<Name>) => void) => {
      const inWords: Messages[Name] = messages[feed];
      return feeds.subscribe(feed, (message) => listener(inWords(message, said)));
    },
  };
}

function saidStatus(status: Status, said: Said): Status {
  return {
    ...status,
    sentence: said(status.sentence),
    detail: said(status.detail),
    account: { ...status.account, sentence: orNull(status.account.sentence, said) },
    roots: status.roots.map((root) => saidRoot(root, said)),
    transfers: status.transfers.map((one) => ({ ...one, sentence: orNull(one.sentence, said) })),
    attention: status.attention.map((item) => ({ ...withSentence(item, said), remedy: said(item.remedy) })),
  };
}

function saidRoot(root: RootStatus, said: Said): RootStatus {
  const { lastChange, lost } = root;
  return {
    ...withSentence(root, said),
    lastChange: orNull(lastChange, (change) => withSentence(change, said)),
    ...(lost === undefined ? {} : { lost: { ...lost, remedy: said(lost.remedy) } }),
  };
}

function saidWhy(why: Why, said: Said): Why {
  return {
    ...withSentence(why, said),
    next: orNull(why.next, said),
    problem: orNull(why.problem, (problem) => ({ ...withSentence(problem, said), remedy: said(problem.remedy) })),
    ...(why.alias === undefined ? {} : { alias: withSentence(why.alias, said) }),
  };
}

function saidUndone(undone: Undone, said: Said): Undone {
  return { ...undone, refused: undone.refused.map((one) => saidRefusal(one, said)) };
}

function saidAccount(account: Account, said: Said): Account {
  const { signIn } = account;
  return signIn.state === 'failed'
    ? { ...account, signIn: { ...signIn, error: saidRefusal(signIn.error, said) } }
    : account;
}

function withSentence<Told extends { readonly sentence: string }>(told: Told, said: Said): Told {
  return { ...told, sentence: said(told.sentence) };
}

function orNull<Value, Result>(value: Value | null, then: (value: Value) => Result): Result | null {
  return value === null ? null : then(value);
}
