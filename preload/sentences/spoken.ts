/**
 * The places of the bridge that carry prose: refusals, and the answers of the service. Everything else is data (`preload/words`). Text
 * that people wrote, on the service or on the disk, occurs in none of these places.
 */
import type { CommandAnswer, CommandError, CommandInput, CommandName, SpokenResult } from '../ipc/commands.ts';
import type { Said } from './said.ts';

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
    value: CommandAnswer<Name>,
    said: Said,
    input: CommandInput<Name>,
  ) => CommandAnswer<Name>;
};

const answers: Answers = {
  'account.get': saidAccount,
  'folder.look': (look, said) => ({
    ...look,
    problem: look.problem === null ? null : saidRefusal(look.problem, said),
  }),
  'activity.undo': (undone, said) => ({ ...undone, refused: undone.refused.map((one) => saidRefusal(one, said)) }),
  'held.release': (decided, said) => ({
    ...decided,
    failed: decided.failed.map(({ path, message }) => ({ path, message: said(message) })),
  }),
};

/** The result of a command called with `input`; a result without sentences is returned unchanged. */
export function saidResult<Name extends CommandName>(
  { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
  result: SpokenResult<Name>,
  said: Said,
): SpokenResult<Name> {
  if (!result.ok) return { ok: false, error: saidError(result.error, said) };
  const inWords: Answers[Name] = answers[name];
  return inWords === undefined ? result : { ok: true, value: inWords(result.value, said, input) };
}

function saidAccount(account: CommandAnswer<'account.get'>, said: Said): CommandAnswer<'account.get'> {
  const { signIn } = account;
  return signIn.state === 'failed'
    ? { ...account, signIn: { ...signIn, error: saidRefusal(signIn.error, said) } }
    : account;
}
