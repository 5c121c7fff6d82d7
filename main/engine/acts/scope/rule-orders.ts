import type { LocalId } from '../../model/ids.ts';
import { type Answer, type Refused, refusedBy, rootNotFound } from '../../model/refusal.ts';
import { exceedsLimits, RULE_LIMITS } from '../../model/rule-limits.ts';
import type { EngineRoots } from '../../root/account/engine-roots.ts';
import type { EngineParts } from '../../root/engine-parts.ts';
import { ownRules } from '../../root/own-rules.ts';
import type { RootContext } from '../../root/root-context.ts';
import { storeRules } from '../../store/choices.ts';

/** The user's own ignore rules, which can change while the engine runs (edge cases 78 and 79). */
export type RuleOrders = {
  ignoreLines(): readonly string[];
  /** Replaces the rules and scans each root once; both sides keep their files. */
  setIgnoreLines(lines: readonly string[]): Answer<Record<string, never>>;
  /** Shows what these rules would newly ignore or include. Changes nothing. */
  testIgnoreLines(lines: readonly string[], rootId?: number): Promise<Answer<RulePreview>>;
  /** The items that stay on this computer only, by root and path. */
  keptHere(): readonly KeptHere[];
  /** Leaves one item of this computer out, or syncs it again. `path`: relative to the root. */
  keepHere(order: KeptHere & { readonly isKept: boolean }): Answer<Record<string, never>>;
};

export type KeptHere = { readonly rootId: number; readonly path: string };

export type RulePreview = { leavesOut: PreviewPart; takesIn: PreviewPart };

/** Counts items on this computer. `files` includes files inside folders; `sample`: the first paths, folders end with `/`. */
export type PreviewPart = { files: number; folders: number; bytes: number; sample: string[] };

const SAMPLE = 50;
/** Nodes before other work gets a turn, so that a preview of a large root blocks nothing. */
const PORTION = 2_000;

export function createRuleOrders(parts: EngineParts, roots: EngineRoots, changed: () => void): RuleOrders {
  return {
    ignoreLines: () => ownRules(parts),
    setIgnoreLines: (lines) => {
      const refusal = refusalOf(lines);
      if (refusal !== null) return refusal;
      parts.store.transaction(() => {
        storeRules({ set: parts.store.setSetting }, lines);
        // Items that were ignored and exist only on the service must be downloaded now.
        for (const { root } of roots.contexts()) root.markUnsynced();
      });
      for (const context of roots.contexts()) {
        context.local.setOwnRules(lines);
        scanAll(context);
      }
      changed();
      return { ok: true, value: {} };
    },
    keptHere: () =>
      roots.contexts().flatMap(({ root, record }) => [...root.keptHere()].map((path) => ({ rootId: record.id, path }))),
    keepHere: ({ rootId, path, isKept }) => {
      const context = roots.contexts().find(({ record }) => record.id === rootId);
      if (context === undefined) return rootNotFound();
      const answer = keepOne(parts, context, path, isKept);
      if (answer.ok) changed();
      return answer;
    },
    testIgnoreLines: async (lines, rootId) => {
      const chosen = roots.contexts().filter(({ record }) => rootId === undefined || record.id === rootId);
      if (rootId !== undefined && chosen.length === 0) return rootNotFound();
      const refusal = refusalOf(lines);
      if (refusal !== null) return refusal;
      const preview = { leavesOut: emptyPart(), takesIn: emptyPart() };
      for (const context of chosen) await previewOf(parts, context, lines, preview);
      return { ok: true, value: preview };
    },
  };
}

function refusalOf(lines: readonly string[]): Refused | null {
  if (!exceedsLimits(lines) && !lines.some((line) => /[\r\n]/.test(line))) return null;
  return refusedBy('not_allowed', {
    code: 'too_many_rules',
    args: { most: RULE_LIMITS.rules, mostBytes: RULE_LIMITS.bytes },
  });
}

function scanAll({ hints, wake }: RootContext): void {
  hints.addAll();
  wake.ring();
}

function keepOne(
  { store }: EngineParts,
  context: RootContext,
  path: string,
  isKept: boolean,
): Answer<Record<string, never>> {
  const { root } = context;
  const others = [...root.keptHere()].filter((one) => one !== path);
  if (isKept && (path === '' || root.localAt(path) === undefined)) {
    return refusedBy('not_found', { code: 'nothing_to_keep_here', args: { path } });
  }
  store.transaction(() => {
    root.setKeptHere(isKept ? [...others, path] : others);
    // Items at this path that only the service has were ignored and must be downloaded now.
    if (!isKept) root.markUnsynced();
  });
  scanAll(context);
  return { ok: true, value: {} };
}

const emptyPart = (): PreviewPart => ({ files: 0, folders: 0, bytes: 0, sample: [] });

async function previewOf(
  { clock }: EngineParts,
  { root, local }: RootContext,
  lines: readonly string[],
  { leavesOut, takesIn }: RulePreview,
): Promise<void> {
  const match = local.previewOwnRules(lines);
  const open: { readonly id: LocalId; readonly path: string; readonly isOut: boolean }[] = [
    { id: root.rootLocalId, path: '', isOut: false },
  ];
  let looked = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const place = folder.path === '' ? '' : `${folder.path}/`;
    for (const child of root.localChildren(folder.id)) {
      const path = `${place}${child.name}`;
      const isFolder = child.kind === 'folder';
      const isTop = !folder.isOut && match(path, isFolder) !== null;
      const isOut = folder.isOut || isTop;
      if (isOut) count(leavesOut, child.kind, child.fingerprint.sizeBytes);
      if (isTop) sample(leavesOut, path, isFolder);
      if (isFolder) open.push({ id: child.id, path, isOut });
      if (++looked % PORTION === 0) await clock.sleep(0);
    }
    // Only the names of ignored items are known, so each counts as one file.
    for (const { name, reason } of root.ignoredIn(folder.id)) {
      const path = `${place}${name}`;
      if (reason !== 'rule' || folder.isOut || match(path, false) !== null || match(path, true) !== null) continue;
      count(takesIn, 'file', 0);
      sample(takesIn, path, false);
    }
  }
}

function count(part: PreviewPart, kind: 'file' | 'folder', bytes: number): void {
  if (kind === 'folder') part.folders += 1;
  else {
    part.files += 1;
    part.bytes += bytes;
  }
}

function sample(part: PreviewPart, path: string, isFolder: boolean): void {
  if (part.sample.length < SAMPLE) part.sample.push(isFolder ? `${path}/` : path);
}
