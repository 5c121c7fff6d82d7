import { z } from 'zod';
import type { ItemId } from '../../../../main/engine/model/ids.ts';
import { dropExpiredSessions } from '../../../../service/domain/upkeep/purge-expired.ts';
import type { Act } from '../../script.ts';
import { itemsBelow } from '../people/people.ts';
import { idOfMade, type WebPerson } from '../people/web-person.ts';
import { type HostedService, loginOf } from './service-host.ts';
import type { Item, ServiceTruth } from './service-truth.ts';

/** The service's operator, and the people who work on the folder. */
export type Staff = {
  readonly hosted: HostedService;
  readonly truth: ServiceTruth;
  readonly root: Item;
  readonly owner: WebPerson;
  readonly bob: WebPerson;
  readonly share: Share;
  /** Called when the service was set back. */
  readonly isForgotten: () => void;
  readonly later: (afterMs: number, run: () => void) => void;
};

const LONG_MS = 400 * 24 * 3600 * 1000;

/** Events of a service other than changes to its folders. Null: not possible now, or no act of this kind. */
export async function actOnStaff(staff: Staff, act: Act): Promise<string | null> {
  const forMs = 1_000 + act.into * 20;
  switch (act.what) {
    case 'quota':
      return limitSpace(staff, act.pick % 60, forMs);
    case 'lock':
      return lockFile(staff, act, forMs);
    case 'forget-events':
      await forgetEvents(staff.hosted);
      return 'events are forgotten';
    case 'expire-uploads':
      await expireUploads(staff.hosted);
      return 'open uploads expire';
    case 'set-back':
      return setBack(staff, forMs);
    case 'role':
      return changeRole(staff, forMs);
    case 'unshare':
      return unshare(staff, forMs);
    default:
      return null;
  }
}

/** The second person's access to the folder. False: the change was not possible. */
export type Share = {
  begin(): Promise<boolean>;
  end(): Promise<boolean>;
  setRole(role: 'editor' | 'viewer'): Promise<boolean>;
  /** Gives the second person what the owner gave last: a service that was set back may have forgotten it. */
  renew(): Promise<void>;
};

/** Shares the folder with the second person, as an editor. */
export async function openShare(owner: WebPerson, folder: ItemId): Promise<Share> {
  let id: string | null = null;
  const share: Share = {
    async begin() {
      if (id !== null) return false;
      const made = await owner.ask('POST', '/collaborations', {
        item: { type: 'folder', id: folder },
        accessible_by: { type: 'user', login: loginOf('bob') },
        role: 'editor',
      });
      id = made === null ? null : idOfMade(made);
      return id !== null;
    },
    async end() {
      if (id === null || (await owner.ask('DELETE', `/collaborations/${id}`)) === null) return false;
      id = null;
      return true;
    },
    async renew() {
      if (id === null || (await share.setRole('editor'))) return;
      id = null;
      await share.begin();
    },
    setRole: async (role) => id !== null && (await owner.ask('PUT', `/collaborations/${id}`, { role })) !== null,
  };
  await share.begin();
  return share;
}

/** After a while the service returns to its current state; everything it receives meanwhile is lost. */
async function setBack({ hosted, share, later, isForgotten }: Staff, forMs: number): Promise<string | null> {
  const image = await hosted.image();
  const goBack = async (): Promise<void> => {
    await hosted.setBack(image);
    isForgotten();
    await share.renew();
  };
  later(forMs, () => void goBack());
  return `the service has the state of now again after ${forMs} ms`;
}

/** The second person becomes a viewer for a while (edge case 84). */
async function changeRole({ share, later }: Staff, forMs: number): Promise<string | null> {
  if (!(await share.setRole('viewer'))) return null;
  later(forMs, () => void share.setRole('editor'));
  return `let bob only look for ${forMs} ms`;
}

/** The second person loses access for a while. */
async function unshare({ share, later }: Staff, forMs: number): Promise<string | null> {
  if (!(await share.end())) return null;
  later(forMs, () => void share.begin());
  return `share with bob no more for ${forMs} ms`;
}

const user = z.looseObject({ id: z.string(), space_used: z.number() });

/** Leaves only this many bytes for a while (edge case 107). */
async function limitSpace({ owner, later }: Staff, leftBytes: number, forMs: number): Promise<string | null> {
  const { id, space_used } = user.parse(await owner.ask('GET', '/users/me'));
  const limited = await owner.ask('PUT', `/users/${id}`, { space_amount: space_used + leftBytes });
  if (limited === null) return null;
  later(forMs, () => void endLimit(owner));
  return `${leftBytes} bytes of space are left for ${forMs} ms`;
}

export async function endLimit(owner: WebPerson): Promise<void> {
  const { id } = user.parse(await owner.ask('GET', '/users/me'));
  await owner.ask('PUT', `/users/${id}`, { space_amount: -1 });
}

/** The second person locks a file for a while (edge case 103). */
async function lockFile({ bob, truth, root, hosted }: Staff, act: Act, forMs: number): Promise<string | null> {
  const files = itemsBelow(truth, root).filter(({ kind }) => kind === 'file');
  const file = files[act.pick % Math.max(1, files.length)];
  if (file === undefined) return null;
  const until = new Date(hosted.service.clock.now() + forMs).toISOString();
  const isDone = await bob.update(file, { lock: { type: 'lock', expires_at: until } });
  return isDone ? `lock ${file.name} for ${forMs} ms` : null;
}

/** The service drops old events, so that positions are lost (edge case 92). */
async function forgetEvents({ service }: HostedService): Promise<void> {
  await service.store.transaction(({ events }) =>
    events.deleteBefore('people', service.clock.now(), Number.MAX_SAFE_INTEGER),
  );
}

/** Every open upload session expires (edge case 98). */
async function expireUploads({ service }: HostedService): Promise<void> {
  const later = { now: () => service.clock.now() + LONG_MS };
  await dropExpiredSessions({ ...service, clock: later });
}
