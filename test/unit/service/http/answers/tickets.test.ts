import { describe, expect, test } from 'vitest';
import { signedTickets } from '../../../../../service/http/answers/tickets.ts';

describe('tickets', () => {
  const clock = { at: 1_000_000, now: () => clock.at };
  const tickets = signedTickets('secret', clock);
  const content = { token: 'a0', asUser: null, fileId: '2', versionId: null, sharedLink: null };

  const proof = { itemId: '2', stamp: 's' };
  const picture = { token: 'a0', asUser: null, sharedLink: null, fileId: '2', extension: 'png' as const, side: 256 };
  const channel = { token: 'a0', asUser: null, streamType: 'all' as const };
  const minute = 60_000;
  const purposes = {
    download: { issue: () => tickets.issueDownload(content), read: tickets.readDownload, content, lifeMs: 15 * minute },
    'preview page': { issue: () => tickets.issueEmbed(content), read: tickets.readEmbed, content, lifeMs: minute },
    thumbnail: {
      issue: () => tickets.issueThumbnail(picture),
      read: tickets.readThumbnail,
      content: picture,
      lifeMs: 15 * minute,
    },
    channel: {
      issue: () => tickets.issueChannel(channel),
      read: tickets.readChannel,
      content: channel,
      lifeMs: 24 * 60 * minute,
    },
    'link proof': {
      issue: () => tickets.issueLinkProof(proof),
      read: tickets.readLinkProof,
      content: proof,
      lifeMs: 24 * 60 * minute,
    },
  };
  const names = Object.keys(purposes) as (keyof typeof purposes)[];

  test.each(names)('for a %s are read back for their life, and not in the millisecond of its end', (name) => {
    const { issue, read, content, lifeMs } = purposes[name];
    clock.at = 0;
    const text = issue();
    for (const at of [0, lifeMs - 1]) {
      clock.at = at;
      expect(read(text)).toEqual(content);
    }
    clock.at = lifeMs;
    expect(read(text)).toBeNull();
  });

  const pairs = names.flatMap((one) => names.filter((other) => other !== one).map((other) => ({ one, other })));
  test.each(pairs)('for a $one are worth nothing for a $other', ({ one, other }) => {
    expect(purposes[other].read(purposes[one].issue())).toBeNull();
  });

  test('that were changed, or signed with another key, are refused', () => {
    const text = tickets.issueDownload(content);
    const [body, signature] = text.split('.');
    const other = Buffer.from(JSON.stringify({ purpose: 'download', until: 9e15, content })).toString('base64url');
    expect(tickets.readDownload(`${other}.${signature}`)).toBeNull();
    expect(tickets.readDownload(`${body}.`)).toBeNull();
    expect(tickets.readDownload('')).toBeNull();
    expect(signedTickets('other', clock).readDownload(text)).toBeNull();
  });
});
