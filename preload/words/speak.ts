import type { CommandName, CommandResult, SpokenResult } from '../ipc/commands.ts';
import type { FeedSource, SpokenFeeds } from '../ipc/feeds.ts';
import { inWords, type Say } from './wording.ts';

/** The result of a command in words. */
export function speakResult<Name extends CommandName>(
  name: Name,
  result: CommandResult<Name>,
  say: Say,
): SpokenResult<Name> {
  if (!result.ok) return { ok: false, error: inWords(result.error, say) };
  // The answer of a service may hold anything, and none of our messages.
  if (name === 'service.call') return result as SpokenResult<Name>;
  return { ok: true, value: inWords(result.value, say) };
}

/** The same feeds in words. */
export function speakFeeds(feeds: FeedSource, say: Say): SpokenFeeds {
  return {
    subscribe: (feed, listener) => feeds.subscribe(feed, (message) => listener(inWords(message, say))),
  };
}
