import { createLegalHoldAssignment } from '../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { releaseLegalHoldAssignment } from '../../../service/domain/governance/legal-holds/assignments/release-assignment.ts';
import { finishReleases } from '../../../service/domain/governance/legal-holds/finish-releases.ts';
import { createLegalHoldPolicy } from '../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { createRetentionAssignment } from '../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { deleteRetentionAssignment } from '../../../service/domain/governance/retention/assignments/delete-assignment.ts';
import { finishLifts } from '../../../service/domain/governance/retention/finish-lifts.ts';
import { createRetentionPolicy } from '../../../service/domain/governance/retention/policies/create-policy.ts';
import { Refusal } from '../../../service/domain/refusal.ts';
import { type Caller, callerFor, type Service } from '../../../service/domain/service.ts';
import { deleteFile } from '../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../service/domain/tree/folders/update-folder.ts';
import { finishPurges } from '../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFile, purgeFolder } from '../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile, restoreFolder } from '../../../service/domain/tree/trash/restore-item.ts';
import { deleteVersion } from '../../../service/domain/tree/versions/delete-version.ts';
import { disposeOfExpired } from '../../../service/domain/upkeep/dispose.ts';
import { purgeExpiredTrash, purgeExpiredVersions } from '../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, type DomainWorld, putFile } from './domain-world.ts';

const day = 24 * 3600 * 1000;

/** One action of a person, a job or the clock. Numbers select among existing items. */
export type GovernedStep =
  | { readonly do: 'upload' | 'new version' | 'trash' | 'purge' | 'restore' | 'trash version'; readonly which: number }
  | { readonly do: 'move'; readonly which: number; readonly to: number }
  | { readonly do: 'move folder' | 'trash folder' | 'purge folder' | 'restore folder'; readonly to: number }
  | { readonly do: 'hold'; readonly which: number }
  | { readonly do: 'release' | 'lift retention'; readonly which: number }
  | { readonly do: 'retain'; readonly which: number; readonly days: number; readonly permanently: boolean }
  | { readonly do: 'pass'; readonly days: number }
  | { readonly do: 'run jobs' };

/** Steps with a function of their own; the others share one. */
type DoneByThemselves =
  | 'upload'
  | 'new version'
  | 'trash'
  | 'purge'
  | 'restore'
  | 'trash version'
  | 'move'
  | 'hold'
  | 'retain'
  | 'pass'
  | 'run jobs';

interface Keeper {
  readonly id: string;
  readonly covers: (file: { readonly id: string; readonly path: readonly string[] }) => boolean;
  /** Milliseconds from the upload of a version; null: until released. */
  readonly lengthMs: number | null;
}

interface KnownVersion {
  readonly fileId: string;
  readonly createdAt: number;
  readonly keptBy: Set<Keeper>;
}

/**
 * Files in two nested folders under holds and retentions that start and end. An independent model computes which versions must exist: every version
 * that was under a hold or retention that still applies.
 */
export class GovernedWorld {
  readonly #world: DomainWorld;
  readonly #owner: Caller;
  readonly #admin: Caller;
  readonly #folders: readonly string[];
  readonly #files: string[] = [];
  readonly #versions = new Map<string, KnownVersion>();
  #holds: Keeper[] = [];
  #retentions: Keeper[] = [];
  #names = 0;

  private constructor(world: DomainWorld, owner: Caller, folders: readonly string[]) {
    this.#world = world;
    this.#owner = owner;
    this.#admin = callerFor({ ...owner.user, role: 'admin' }, ['enterprise_content']);
    this.#folders = folders;
  }

  static async open(world: DomainWorld, name: string): Promise<GovernedWorld> {
    const owner = await world.join(name);
    const outer = await createFolder(world.service, owner, { parentId: '0', name: 'outer' });
    const inner = await createFolder(world.service, owner, { parentId: outer.id, name: 'inner' });
    return new GovernedWorld(world, owner, [outer.id, inner.id]);
  }

  get #service(): Service {
    return this.#world.service;
  }

  /** Runs one step; a refusal is a valid result. Resolves with versions that are missing although they must exist. */
  async take(step: GovernedStep): Promise<readonly string[]> {
    try {
      await this.#act(step);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await this.#note();
    return this.#lost();
  }

  /** Tries to delete everything in every possible way. Resolves with versions that are missing although they must exist. */
  async attack(): Promise<readonly string[]> {
    const lost = new Set<string>();
    const attempt = async (step: GovernedStep) => {
      for (const id of await this.take(step)) lost.add(id);
    };
    for (const [which] of this.#files.entries()) {
      await attempt({ do: 'trash version', which });
      await attempt({ do: 'trash', which });
      await attempt({ do: 'purge', which });
    }
    for (const to of [1, 0]) {
      await attempt({ do: 'trash folder', to });
      await attempt({ do: 'purge folder', to });
    }
    await attempt({ do: 'pass', days: 31 });
    await attempt({ do: 'run jobs' });
    return [...lost];
  }

  /** Ends all holds and retentions, trashes everything and lets the trash expire. Resolves with the remaining versions. */
  async letGo(): Promise<readonly string[]> {
    for (const { id } of this.#holds) await releaseLegalHoldAssignment(this.#service, this.#admin, id);
    for (const { id } of this.#retentions) await deleteRetentionAssignment(this.#service, this.#admin, id);
    await finishReleases(this.#service);
    await finishLifts(this.#service);
    for (const [which] of this.#files.entries()) await this.take({ do: 'trash', which });
    for (const to of [1, 0]) await this.take({ do: 'trash folder', to });
    this.#holds = [];
    this.#retentions = [];
    this.#world.passTime(31 * day);
    await this.#runJobs();
    return (await this.#stored()).map(({ id }) => id);
  }

  async #act(step: GovernedStep): Promise<void> {
    const [service, owner] = [this.#service, this.#owner];
    switch (step.do) {
      case 'upload': {
        const folder = this.#folder(step.which) ?? '0';
        this.#files.push((await putFile(service, owner, folder, `file ${++this.#names}`)).id);
        return;
      }
      case 'new version': {
        const fileId = this.#file(step.which);
        await uploadVersion(service, owner, { fileId, content: bytesOf(`version ${++this.#names}`) });
        return;
      }
      case 'trash':
        return deleteFile(service, owner, { fileId: this.#file(step.which) });
      case 'purge':
        return purgeFile(service, owner, this.#file(step.which));
      case 'restore':
        await restoreFile(service, owner, { itemId: this.#file(step.which) });
        return;
      case 'trash version': {
        const fileId = this.#file(step.which);
        const versions = await service.store.read(({ versions }) => versions.listOfFiles([fileId]));
        return deleteVersion(service, owner, { fileId, versionId: versions[0]?.id ?? '0' });
      }
      case 'move':
        await updateFile(service, owner, { fileId: this.#file(step.which), parentId: this.#folder(step.to) ?? '0' });
        return;
      case 'hold':
        return this.#hold(step.which);
      case 'retain':
        return this.#retain(step);
      case 'pass':
        this.#world.passTime(step.days * day);
        return;
      case 'run jobs':
        return this.#runJobs();
      default:
        return this.#actOnRest(step);
    }
  }

  async #actOnRest(step: Exclude<GovernedStep, { do: DoneByThemselves }>): Promise<void> {
    const [service, owner] = [this.#service, this.#owner];
    switch (step.do) {
      case 'move folder':
        await updateFolder(service, owner, {
          folderId: this.#folders[1] ?? '',
          parentId: this.#folder(step.to) ?? '0',
        });
        return;
      case 'trash folder':
        return deleteFolder(service, owner, { folderId: this.#folder(step.to) ?? '', recursive: true });
      case 'purge folder':
        return purgeFolder(service, owner, this.#folder(step.to) ?? '');
      case 'restore folder':
        await restoreFolder(service, owner, { itemId: this.#folder(step.to) ?? '' });
        return;
      case 'release': {
        const [hold] = this.#holds.splice(step.which % Math.max(this.#holds.length, 1), 1);
        if (hold) await releaseLegalHoldAssignment(service, this.#admin, hold.id);
        return;
      }
      case 'lift retention': {
        const [retention] = this.#retentions.splice(step.which % Math.max(this.#retentions.length, 1), 1);
        if (retention) await deleteRetentionAssignment(service, this.#admin, retention.id);
      }
    }
  }

  async #hold(which: number): Promise<void> {
    const targets = [
      { type: 'user' as const, id: this.#owner.user.id },
      ...this.#folders.map((id) => ({ type: 'folder' as const, id })),
      ...this.#files.map((id) => ({ type: 'file' as const, id })),
    ];
    const target = targets[which % targets.length];
    if (!target) return;
    const policy = await createLegalHoldPolicy(this.#service, this.#admin, {
      name: `${this.#owner.user.login} ${++this.#names}`,
      description: '',
      isOngoing: true,
      filterStartedAt: undefined,
      filterEndedAt: undefined,
    });
    const { id } = await createLegalHoldAssignment(this.#service, this.#admin, { policyId: policy.id, target });
    const covers: Keeper['covers'] = (file) =>
      target.type === 'user' || file.id === target.id || file.path.includes(target.id);
    this.#holds.push({ id, covers, lengthMs: null });
  }

  async #retain({ which, days, permanently }: Extract<GovernedStep, { do: 'retain' }>): Promise<void> {
    const folder = this.#folders[which % this.#folders.length];
    if (folder === undefined) return;
    const policy = await createRetentionPolicy(this.#service, this.#admin, {
      name: `${this.#owner.user.login} ${++this.#names}`,
      type: 'finite',
      length: days,
      dispositionAction: permanently ? 'permanently_delete' : 'remove_retention',
    });
    const { id } = await createRetentionAssignment(this.#service, this.#admin, {
      policyId: policy.id,
      targetType: 'folder',
      targetId: folder,
      startDateField: undefined,
      hasFilter: false,
    });
    this.#retentions.push({ id, covers: ({ path }) => path.includes(folder), lengthMs: days * day });
  }

  async #runJobs(): Promise<void> {
    const jobs = [finishReleases, finishLifts, disposeOfExpired, purgeExpiredTrash, purgeExpiredVersions, finishPurges];
    for (const job of jobs) {
      await job(this.#service);
    }
  }

  /** Records which versions are protected at their current place. */
  async #note(): Promise<void> {
    for (const { id, fileId, createdAt } of await this.#stored()) {
      const known = this.#versions.get(id) ?? { fileId, createdAt, keptBy: new Set<Keeper>() };
      this.#versions.set(id, known);
      const path = await this.#service.store.read(async ({ items }) => {
        const item = await items.get(fileId);
        return item ? (await items.ancestors(item)).map((ancestor) => ancestor.id) : [];
      });
      for (const keeper of [...this.#holds, ...this.#retentions]) {
        if (keeper.covers({ id: fileId, path })) known.keptBy.add(keeper);
      }
    }
  }

  async #lost(): Promise<readonly string[]> {
    const there = new Set((await this.#stored()).map(({ id }) => id));
    const now = this.#service.clock.now();
    const inForce = new Set([...this.#holds, ...this.#retentions]);
    return [...this.#versions].flatMap(([id, { createdAt, keptBy }]) => {
      const isKept = [...keptBy].some((keeper) => {
        return inForce.has(keeper) && (keeper.lengthMs === null || createdAt + keeper.lengthMs > now);
      });
      return isKept && !there.has(id) ? [id] : [];
    });
  }

  async #stored() {
    return this.#service.store.read(({ versions }) => versions.listOfFiles(this.#files));
  }

  #file(which: number): string {
    return this.#files[which % Math.max(this.#files.length, 1)] ?? '0';
  }

  #folder(which: number): string | undefined {
    return this.#folders[which % (this.#folders.length + 1)];
  }
}
