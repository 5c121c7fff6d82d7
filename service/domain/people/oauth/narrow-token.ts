import { idPattern } from '../../../../contract/rules/ids.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { narrowReadScopes, narrowWriteScopes } from '../../../../contract/scopes.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { TokenRecord, TokenRestriction } from '../../../ports/metadata/people/tokens.ts';
import { findItem } from '../../access/item-access.ts';
import { tryLink } from '../../access/links/try-link.ts';
import { ownedBy } from '../../change/scope.ts';
import { presentMini, rootMini } from '../../kernel/mini.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { authenticate } from '../tokens/authenticate.ts';
import { digestOf } from '../tokens/digest.ts';
import { OAuthFault } from './oauth-fault.ts';

/** Limits for a token: scopes, and one item or the item of one shared link. */
export interface Narrowing {
  readonly subjectToken: string;
  readonly scope: string;
  /** URL of a file or a folder, `https://…/2.0/files/123`. */
  readonly resource: string | null;
  readonly sharedLink: string | null;
}

/** A downscoped token. */
export interface NarrowedToken {
  readonly accessToken: string;
  readonly caller: Caller;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
  /** The item that it is limited to, in mini form; null if only its scopes are limited. */
  readonly object: ReturnType<typeof presentMini> | null;
}

/**
 * Issues a token with fewer rights than the original, for a less trusted application (RFC 8693). It is revoked with the
 * original or its sign-in, and expires no later than the original.
 * @throws OAuthFault `invalid_grant`, `invalid_scope`, `invalid_target`.
 */
export async function narrowToken(service: Service, narrowing: Narrowing): Promise<NarrowedToken> {
  const digest = digestOf(narrowing.subjectToken);
  const found = await authenticate(service, digest);
  const origin = await service.store.read(async ({ tokens }) => tokens.get(digest));
  if (found.kind !== 'caller' || !origin) {
    throw originGone();
  }
  const { caller } = found;
  const scopes = narrowed(origin, narrowing.scope);
  const target = await findTarget(service, caller, origin, narrowing);
  const accessToken = service.ids.hex(32);
  const createdAt = service.clock.now();
  const expiresAt = Math.min(createdAt + limits.accessTokenLifeMs, origin.expiresAt ?? Number.POSITIVE_INFINITY);
  const restriction = target?.restriction ?? origin.restriction;
  const record: TokenRecord = {
    digest: digestOf(accessToken),
    userId: origin.userId,
    scopes,
    createdAt,
    expiresAt,
    grant: origin.grant,
    narrowedFrom: digest,
    confirms: null,
    restriction,
  };
  await service.store.transaction(async ({ tokens }) => {
    // The original may have been revoked in the meantime; a token issued from it now would survive.
    if ((await tokens.get(digest)) === null) throw originGone();
    await tokens.insert(record);
  }, ownedBy(origin.userId));
  const expiresInSeconds = Math.floor((expiresAt - createdAt) / 1000);
  return { accessToken, caller, expiresInSeconds, scopes, object: target?.object ?? null };
}

function originGone(): OAuthFault {
  return new OAuthFault('invalid_grant', 'The subject_token is invalid or expired.');
}

/**
 * The requested scopes, each of which the original must cover.
 * @throws OAuthFault `invalid_scope`.
 */
function narrowed(origin: TokenRecord, text: string): readonly string[] {
  const wanted = [...new Set(text.split(' ').filter((word) => word !== ''))];
  if (wanted.length === 0) throw new OAuthFault('invalid_scope', 'scope must list the scopes of the new token.');
  const beyond = wanted.find((scope) => !covers(origin.scopes, scope));
  if (beyond === undefined) return wanted;
  throw new OAuthFault('invalid_scope', `The subject_token does not include the scope "${beyond}".`);
}

function covers(scopes: readonly string[], wanted: string): boolean {
  if (scopes.includes(wanted)) return true;
  const isOf = (list: readonly string[]) => list.includes(wanted);
  if (isOf(narrowWriteScopes)) return scopes.includes('root_readwrite');
  if (isOf(narrowReadScopes) || wanted === 'root_readonly') {
    return scopes.includes('root_readwrite') || (isOf(narrowReadScopes) && scopes.includes('root_readonly'));
  }
  return false;
}

interface Target {
  readonly restriction: TokenRestriction;
  readonly object: NarrowedToken['object'];
}

async function findTarget(
  service: Service,
  caller: Caller,
  origin: TokenRecord,
  { resource, sharedLink }: Narrowing,
): Promise<Target | null> {
  if (resource !== null && sharedLink !== null) {
    throw new OAuthFault('invalid_request', 'Send either resource or box_shared_link, not both.');
  }
  if (sharedLink !== null) return linkTarget(service, caller, sharedLink);
  return resource === null ? null : itemTarget(service, caller, origin, resource);
}

const itemPath = new RegExp(String.raw`/2\.0/(files|folders)/(${idPattern})/?$`);

async function itemTarget(service: Service, caller: Caller, origin: TokenRecord, resource: string): Promise<Target> {
  const [, plural, id = ''] = itemPath.exec(URL.parse(resource)?.pathname ?? '') ?? [];
  if (plural === undefined) {
    throw new OAuthFault('invalid_target', 'resource must be the URL of a file or a folder, such as …/2.0/files/123.');
  }
  const kind: ItemRecord['kind'] = plural === 'files' ? 'file' : 'folder';
  try {
    const { item } = await service.store.read(async (reads) => findItem(reads, caller, kind, id));
    const object = item.parentId === null ? rootMini : presentMini(item);
    const link = origin.restriction?.sharedLink ?? null;
    return { restriction: { itemId: item.id, sharedLink: link }, object };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new OAuthFault('invalid_target', error.message);
  }
}

async function linkTarget(service: Service, caller: Caller, address: string): Promise<Target> {
  const trial = await tryLink(service, caller.user, { address }, null);
  const reached = caller.restrictedTo;
  const isWithin = (path: readonly string[]) => reached === null || path.includes(reached.itemId);
  if (trial.kind === 'open') {
    const { item, ancestors } = trial.live;
    if (isWithin([...ancestors.map(({ id }) => id), item.id])) {
      return { restriction: { itemId: item.id, sharedLink: address }, object: presentMini(item) };
    }
  }
  const why = trial.kind === 'password' ? 'has a password' : 'leads to nothing that the subject_token reaches';
  throw new OAuthFault('invalid_target', `The shared link ${why}.`);
}
