import { describe, expect, test } from 'vitest';
import { signedTickets } from '../../../../../service/http/answers/tickets.ts';

describe('tickets', () => {
  const clock = { at: 1_000_000, now: () => clock.at };
  const tickets = signedTickets('secret', clock);
  const content = { userId: '1', fileId: '2', versionId: null, sharedLink: null };

  test('are read back until 15 minutes have passed', () => {
    clock.at = 0;
    const text = tickets.issueDownload(content);
    expect(tickets.readDownload(text)).toEqual(content);
    clock.at = 15 * 60_000 - 1;
    expect(tickets.readDownload(text)).toEqual(content);
    clock.at = 15 * 60_000;
    expect(tickets.readDownload(text)).toBeNull();
  });

  test('of one purpose are worth nothing for another', () => {
    expect(tickets.readDownload(tickets.issueChannel({ userId: '1' }))).toBeNull();
    expect(tickets.readChannel(tickets.issueDownload(content))).toBeNull();
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
