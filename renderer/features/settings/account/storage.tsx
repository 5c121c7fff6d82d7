import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import type { AccountStatus } from '../../../../preload/ipc/shapes/status.ts';
import { type Root, useRoots } from '../../../state/bridge/roots.ts';
import { type RootFolder, useRootFolders } from '../../../state/items/root-folders.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';

type User = NonNullable<AccountStatus['user']>;
/** A coloured part of the bar. */
type Part = { readonly key: string; readonly name: string; readonly bytes: number; readonly colour: string };

/** Like the types of files: colours that differ in both themes. */
const COLOURS = ['bg-accent', 'bg-t-image', 'bg-t-slide', 'bg-t-sheet', 'bg-t-video', 'bg-t-zip'] as const;
const OTHER = 'bg-mute';
/** Less than this share of the space is not named: a rounding, or a moment between two answers. */
const LEAST_SHARE = 0.001;

/** The person's space, divided by synced folder, with the rest and the free space. */
export function Storage({ user }: { user: User }): ReactNode {
  const roots = useRoots();
  const folders = useRootFolders(roots.map(({ remoteId }) => remoteId));
  const { spaceUsed: used, spaceAmount: amount } = user;
  const parts = partsOf(user, roots, folders);
  // Without a limit, the bar shows how the used space is divided.
  const whole = amount > 0 ? Math.max(amount, used) : used;
  // Undivided and without a limit it would be full.
  const isTelling = whole > 0 && (amount > 0 || parts.length > 1);
  return (
    <div className="-mx-4 grid gap-2 border-line border-t px-4 pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>{texts.settings.space(used, amount)}</p>
        {amount > 0 && <p className="text-dim text-small">{texts.settings.spaceFree(Math.max(0, amount - used))}</p>}
      </div>
      {isTelling && (
        <Meter
          aria-label={texts.settings.spaceLabel}
          value={used}
          maxValue={whole}
          valueLabel={texts.settings.space(used, amount)}
          className="flex h-2 gap-px overflow-hidden rounded-full bg-line"
        >
          {parts.map(({ key, bytes, colour }) => (
            <span key={key} className={colour} style={{ width: `${(bytes / whole) * 100}%` }} />
          ))}
        </Meter>
      )}
      {parts.length > 1 && <Legend parts={parts} />}
    </div>
  );
}

const Legend = ({ parts }: { parts: readonly Part[] }): ReactNode => (
  <ul aria-label={texts.settings.spaceParts} className="flex flex-wrap gap-x-5 gap-y-1 text-dim text-small">
    {parts.map(({ key, name, bytes, colour }) => (
      <li key={key} className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${colour}`} />
        <bdi className="truncate">{name}</bdi>
        <span className="shrink-0 tabular-nums">{formatBytes(bytes)}</span>
      </li>
    ))}
  </ul>
);

/** The largest folder first. A folder of someone else takes none of the person's space. */
function partsOf(user: User, roots: readonly Root[], folders: ReadonlyMap<string, RootFolder>): readonly Part[] {
  const own = roots
    .flatMap((root) => {
      const folder = folders.get(root.remoteId);
      return folder === undefined || folder.owner?.id !== user.id ? [] : [{ root, bytes: folder.bytes }];
    })
    .sort((a, b) => b.bytes - a.bytes);
  const named = own.slice(0, COLOURS.length).map(({ root, bytes }, at) => ({
    key: String(root.id),
    name: root.name,
    bytes,
    colour: COLOURS[at] ?? OTHER,
  }));
  const rest = user.spaceUsed - named.reduce((sum, { bytes }) => sum + bytes, 0);
  // Until the service has answered, all of it in one colour.
  const isAlone = named.length === 0;
  if (!isAlone && rest < user.spaceUsed * LEAST_SHARE) return named;
  const other = { key: 'other', name: texts.settings.spaceOther, bytes: rest, colour: isAlone ? COLOURS[0] : OTHER };
  return [...named, other];
}
