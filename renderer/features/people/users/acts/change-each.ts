import { CommandRefused } from '../../../../state/bridge/bridge.ts';
import type { User } from '../user.ts';

type Refused = { readonly user: User; readonly error: CommandRefused };

type Outcome = {
  readonly changed: readonly User[];
  readonly left: readonly User[];
  /** Names everyone who was not changed, with the reason; null: all were. */
  readonly refusal: CommandRefused | null;
};

/** Changes users one after another. A refusal of one does not stop the others, unless the service is unreachable. */
export async function changeEach(users: readonly User[], change: (user: User) => Promise<unknown>): Promise<Outcome> {
  const changed: User[] = [];
  const refused: Refused[] = [];
  let offline: CommandRefused | null = null;
  for (const user of users) {
    const error: CommandRefused | null = offline ?? (await refusalOf(() => change(user)));
    if (error?.code === 'offline') offline = error;
    if (error === null) changed.push(user);
    else refused.push({ user, error });
  }
  return { changed, left: refused.map(({ user }) => user), refusal: joined(refused) };
}

async function refusalOf(act: () => Promise<unknown>): Promise<CommandRefused | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof CommandRefused) return error;
    throw error;
  }
}

/** One sentence for each reason. */
function joined(refused: readonly Refused[]): CommandRefused | null {
  const [first] = refused;
  if (first === undefined) return null;
  const byReason = Map.groupBy(refused, ({ error }) => `${error.message} ${error.remedy}`.trim());
  const sentences = [...byReason].map(([reason, of]) => `${of.map(({ user }) => user.name).join(', ')}: ${reason}`);
  return new CommandRefused({ code: first.error.code, message: sentences.join(' '), remedy: '' });
}
