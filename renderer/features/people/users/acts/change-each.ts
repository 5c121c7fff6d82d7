import { eachItem, type Refused } from '../../../../parts/toasts/each-item.ts';
import { CommandRefused } from '../../../../state/bridge/bridge.ts';
import type { User } from '../user.ts';

type Outcome = {
  readonly changed: readonly User[];
  readonly left: readonly User[];
  /** Names everyone who was refused, with the reason; null: no one was. */
  readonly refusal: CommandRefused | null;
};

/** Changes users. A refusal of one does not stop the others, unless each of them would meet it too. */
export async function changeEach(users: readonly User[], change: (user: User) => Promise<unknown>): Promise<Outcome> {
  const { done, refused } = await eachItem(users, change);
  const isChanged = new Set(done);
  return { changed: done, left: users.filter((user) => !isChanged.has(user)), refusal: joined(refused) };
}

/** One sentence for each reason. */
function joined(refused: readonly Refused<User>[]): CommandRefused | null {
  const [first] = refused;
  if (first === undefined) return null;
  const byReason = Map.groupBy(refused, ({ error }) => `${error.message} ${error.remedy}`.trim());
  const sentences = [...byReason].map(([reason, of]) => `${of.map(({ item }) => item.name).join(', ')}: ${reason}`);
  return new CommandRefused({ code: first.error.code, message: sentences.join(' '), remedy: '' });
}
