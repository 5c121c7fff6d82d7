import type {
  CommandAnswer,
  CommandInput,
  CommandName,
  CommandOutput,
  CommandResult,
  SpokenResult,
} from '../ipc/commands.ts';
import type { FeedSource, SpokenFeeds } from '../ipc/feeds.ts';
import { speakServiceAnswer } from './service-answers.ts';
import { inWords, type Say } from './wording.ts';

type Answers = {
  readonly [Name in CommandName]?: (
    value: CommandOutput<Name>,
    say: Say,
    input: CommandInput<Name>,
  ) => CommandAnswer<Name>;
};

/** The answer of a service may hold anything, and none of our messages. */
const answers: Answers = {
  'service.call': (answer, say, { operation }) => speakServiceAnswer(operation, answer, say),
};

/** The result of a command called with `input`, in words. */
export function speakResult<Name extends CommandName>(
  { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
  result: CommandResult<Name>,
  say: Say,
): SpokenResult<Name> {
  if (!result.ok) return { ok: false, error: inWords(result.error, say) };
  const ownWords: Answers[Name] = answers[name];
  return { ok: true, value: ownWords ? ownWords(result.value, say, input) : inWords(result.value, say) };
}

/** The same feeds in words. */
export function speakFeeds(feeds: FeedSource, say: Say): SpokenFeeds {
  return {
    subscribe: (feed, listener) => feeds.subscribe(feed, (message) => listener(inWords(message, say))),
  };
}
