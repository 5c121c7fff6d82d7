import { createHmac, randomBytes } from 'node:crypto';
import { say } from '../../../contract/rules/say.ts';
import { type LiveLink, stampOf } from '../../domain/access/links/live-link.ts';
import { type LinkName, type LinkTrial, provesPassword, tryLink } from '../../domain/access/links/try-link.ts';
import { parameterRefusal, Refusal } from '../../domain/refusal.ts';
import type { Caller, Service, SharedLinkPass } from '../../domain/service.ts';
import { linkNotFound } from '../../domain/tree/shared-links/get-shared-item.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { SharedLinkRecord } from '../../ports/metadata/sharing/shared-links.ts';
import type { PasswordGuesses } from '../pages/sign-in/password-guesses.ts';

/** Opens shared links with passwords, slowly for guesses and fast for known ones. */
export interface LinkOpener {
  /**
   * Tries a link with a password.
   * @throws Refusal `rate_limit_exceeded` after too many guesses.
   */
  open(attempt: LinkAttempt): Promise<LinkTrial>;
}

/** An attempt to open a link: the visitor, the password, and the network address. */
export interface LinkAttempt {
  /** Null for a visitor without an account. */
  readonly visitor: UserRecord | null;
  readonly name: LinkName;
  /** The possible readings of the password that was sent; none if none was sent. */
  readonly readings: readonly string[];
  /** Network address of the visitor. */
  readonly address: string;
}

/** Maximum correct passwords remembered. */
const remembered = 10_000;

/** @param guesses counts the attempts, together with those on other passwords. */
export function linkOpener(service: Service, guesses: PasswordGuesses): LinkOpener {
  // Clients send the password with each request, so a verified password is not hashed again until the link changes.
  const key = randomBytes(32);
  const proved = new Set<string>();
  const digestOf = (stamp: string, password: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([stamp, password]))
      .digest('hex');
  const isRight = async ({ link, item }: LiveLink, readings: readonly string[], address: string) => {
    const stamp = stampOf(link);
    if (readings.some((password) => proved.has(digestOf(stamp, password)))) return true;
    // One guess, however many readings it has.
    const guess = { subject: `link:${item.id}`, address, password: JSON.stringify(readings) };
    const right = await guesses.attempt(guess, async () => rightOne(service, link, readings));
    if (right === null) return false;
    if (proved.size >= remembered) proved.clear();
    proved.add(digestOf(stamp, right));
    return true;
  };
  return {
    async open({ visitor, name, readings, address }) {
      const trial = await tryLink(service, visitor, name, null);
      if (trial.kind !== 'password' || readings.length === 0) return trial;
      const { live } = trial;
      return (await isRight(live, readings, address)) ? tryLink(service, visitor, name, stampOf(live.link)) : trial;
    },
  };
}

/** The reading that is the password of the link. */
async function rightOne(service: Service, link: SharedLinkRecord, readings: readonly string[]): Promise<string | null> {
  for (const password of readings) {
    if (await provesPassword(service, link, password)) return password;
  }
  return null;
}

/**
 * The rights that a request's `svcapi` header grants its caller (interface 4.4).
 * @throws Refusal `not_found` for a link that does not open, `incorrect_shared_item_password` for a wrong or missing password,
 * `bad_request` for an unreadable header.
 */
export async function passOfHeader(
  opener: LinkOpener,
  caller: Caller,
  header: string,
  address: string,
): Promise<SharedLinkPass> {
  const { link, readings } = readHeader(header);
  const trial = await opener.open({ visitor: caller.user, name: { address: link }, readings, address });
  if (trial.kind === 'open') return trial.pass;
  if (trial.kind !== 'password') throw linkNotFound();
  const message = say`The shared link requires a password, which is missing or incorrect. Ask the person who sent the link.`;
  throw new Refusal('incorrect_shared_item_password', message);
}

interface HeaderContent {
  readonly link: string;
  /** Possible meanings of the text after `shared_link_password=`: clients send it raw or URL-escaped. */
  readonly readings: readonly string[];
}

function readHeader(header: string): HeaderContent {
  const [, link, password] = /^shared_link=(.{1,1024}?)(?:&shared_link_password=(.{0,1024}))?$/.exec(header) ?? [];
  if (link === undefined) {
    const message = say`The header svcapi must look like "shared_link=[link]&shared_link_password=[password]".`;
    throw parameterRefusal('bad_request', 'svcapi', message);
  }
  const readings = password === undefined || password === '' ? [] : [...new Set([password, unescape(password)])];
  return { link: /^https?%3a/i.test(link) ? unescape(link) : link, readings };
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text was not escaped.
    return text;
  }
}
