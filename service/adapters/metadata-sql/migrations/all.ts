import { up as retentionEnds } from './changes/governance/0027-retention-ends.ts';
import { up as doubtfulRetentions } from './changes/governance/0030-doubtful-retentions.ts';
import { index as webLinks } from './changes/items/0013-web-links.ts';
import { up as zipDownloads } from './changes/items/0024-zip-downloads.ts';
import { up as zipStarts } from './changes/items/0026-zip-starts.ts';
import { up as zipNetworks } from './changes/items/0034-zip-networks.ts';
import { up as nullCharacters } from './changes/items/0036-null-characters.ts';
import { up as lockExpiry } from './changes/items/0040-lock-expiry.ts';
import { index as expiringLocks } from './changes/items/0041-expiring-locks.ts';
import { up as contentDates } from './changes/items/0046-content-dates.ts';
import { up as fullText } from './changes/notes/0021-full-text.ts';
import { up as commentThreads } from './changes/notes/0031-comment-threads.ts';
import * as wordsOfEveryone from './changes/notes/0042-words-of-everyone.ts';
import { up as contentTexts } from './changes/notes/0047-content-texts.ts';
import { index as unreadContents } from './changes/notes/0048-unread-contents.ts';
import { up as lastSignIn } from './changes/people/0014-last-sign-in.ts';
import { up as budgets } from './changes/people/0017-budgets.ts';
import { up as narrowedTokens } from './changes/people/0022-narrowed-tokens.ts';
import { up as enterpriseMemberships } from './changes/people/0028-enterprise-memberships.ts';
import { up as lostAnswers } from './changes/people/0033-lost-answers.ts';
import { up as narrowedFrom } from './changes/people/0035-narrowed-from.ts';
import { up as positions } from './changes/streams/0010-positions.ts';
import { up as recentLinks } from './changes/streams/0011-recent-links.ts';
import { up as useSeries } from './changes/streams/0020-use-series.ts';
import { up as deliveryErrors } from './changes/streams/0023-delivery-errors.ts';
import { up as streamHeads } from './changes/streams/0025-stream-heads.ts';
import { index as lateEvents } from './changes/streams/0029-late-events.ts';
import { up as webhookContents } from './changes/streams/0032-webhook-contents.ts';
import { up as ownFileRequests } from './changes/surfaces/0012-own-file-requests.ts';
import { up as fileRequestCounts } from './changes/surfaces/0016-file-request-counts.ts';
import { up as scale } from './changes/upkeep/0009-scale.ts';
import { up as idempotencyKeys } from './changes/upkeep/0018-idempotency-keys.ts';
import { up as scopes } from './changes/upkeep/0019-scopes.ts';
import { up as keptTrash } from './changes/upkeep/0037-kept-trash.ts';
import { index as purgeableItems } from './changes/upkeep/0038-purgeable-items.ts';
import { index as purgeableVersions } from './changes/upkeep/0039-purgeable-versions.ts';
import { up as keptNotes } from './changes/upkeep/0043-kept-notes.ts';
import { index as notedItems } from './changes/upkeep/0044-noted-items.ts';
import { index as notedVersions } from './changes/upkeep/0045-noted-versions.ts';
import type { Migration } from './migration.ts';
import { up as first } from './tables/0001-first.ts';
import { up as items } from './tables/0002-items.ts';
import { up as sharing } from './tables/0003-sharing.ts';
import { up as people } from './tables/0004-people.ts';
import { up as signIn } from './tables/0005-sign-in.ts';
import { up as events } from './tables/0006-events.ts';
import { up as governance } from './tables/0007-governance.ts';
import { up as notes } from './tables/0008-notes.ts';

/**
 * Every migration from an empty database to this version, in order of name: `tables/` creates the rooms' tables, `changes/` alters them. A new
 * index on a table of items, versions or events is a migration of its own.
 *
 * A migration only expands: it adds tables, columns with a default, and indexes, since processes of the previous version keep running on the
 * updated database. A column can go once the previous version doesn't use it either.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': { up: first },
  '0002-items': { up: items },
  '0003-sharing': { up: sharing },
  '0004-people': { up: people },
  '0006-events': { up: events },
  '0005-sign-in': { up: signIn },
  '0007-governance': { up: governance },
  '0008-notes': { up: notes },
  '0009-scale': { up: scale },
  '0010-positions': { up: positions },
  '0011-recent-links': { up: recentLinks },
  '0012-own-file-requests': { up: ownFileRequests },
  '0013-web-links': { index: webLinks },
  '0014-last-sign-in': { up: lastSignIn },
  '0016-file-request-counts': { up: fileRequestCounts },
  '0017-budgets': { up: budgets },
  '0018-idempotency-keys': { up: idempotencyKeys },
  '0019-scopes': { up: scopes },
  '0020-use-series': { up: useSeries },
  '0021-full-text': { up: fullText },
  '0022-narrowed-tokens': { up: narrowedTokens },
  '0023-delivery-errors': { up: deliveryErrors },
  '0024-zip-downloads': { up: zipDownloads },
  '0025-stream-heads': { up: streamHeads },
  '0026-zip-starts': { up: zipStarts },
  '0027-retention-ends': { up: retentionEnds },
  '0028-enterprise-memberships': { up: enterpriseMemberships },
  '0029-late-events': { index: lateEvents },
  '0030-doubtful-retentions': { up: doubtfulRetentions },
  '0031-comment-threads': { up: commentThreads },
  '0032-webhook-contents': { up: webhookContents },
  '0033-lost-answers': { up: lostAnswers },
  '0034-zip-networks': { up: zipNetworks },
  '0035-narrowed-from': { up: narrowedFrom },
  '0036-null-characters': { up: nullCharacters },
  '0037-kept-trash': { up: keptTrash },
  '0038-purgeable-items': { index: purgeableItems },
  '0039-purgeable-versions': { index: purgeableVersions },
  '0040-lock-expiry': { up: lockExpiry },
  '0041-expiring-locks': { index: expiringLocks },
  '0042-words-of-everyone': { index: wordsOfEveryone.index, inSqlite: wordsOfEveryone.inSqlite },
  '0043-kept-notes': { up: keptNotes },
  '0044-noted-items': { index: notedItems },
  '0045-noted-versions': { index: notedVersions },
  '0046-content-dates': { up: contentDates },
  '0047-content-texts': { up: contentTexts },
  '0048-unread-contents': { index: unreadContents },
};
