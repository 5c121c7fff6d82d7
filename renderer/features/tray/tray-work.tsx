import { Clock, FolderX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttentionItem, RootStatus, Status, TransferStatus } from '../../../preload/ipc/shapes/status.ts';
import { Pill } from '../../components/feedback/pill.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { needsName } from '../../parts/problems/problem-fix.ts';
import { problemTitle } from '../../parts/problems/problem-title.ts';
import { hrefOf, type Page } from '../../state/hooks/route.ts';
import { baseName } from '../../state/items/base-name.ts';
import { texts } from '../../texts/texts.ts';
import { TrayFix } from './tray-fix.tsx';
import { WindowButton } from './window-button.tsx';

/** Rows of each part; the window has the others. */
const MOST = 2;

/** Problems first, then the transfers: what a person looks at the tray for. */
export function TrayWork({ status }: { status: Status }): ReactNode {
  const { state, roots, attention, attentionTotal, transfers, transfersTotal } = status;
  const lost = roots.filter((root) => root.lost !== undefined);
  const isStopped = state === 'paused' || state === 'offline' || status.account.state === 'signed_out';
  const Row = isStopped ? WaitingRow : TransferRow;
  return (
    <>
      <TrayPart
        title={texts.tray.attention}
        total={lost.length + attentionTotal}
        more={attentionTotal - MOST}
        page="attention"
      >
        {lost.map((root) => (
          <LostRow key={root.id} root={root} />
        ))}
        {attention.slice(0, MOST).map((item) => (
          <ProblemRow key={`${item.rootId} ${item.held ?? item.path} ${item.code}`} item={item} />
        ))}
      </TrayPart>
      <TrayPart
        title={isStopped ? texts.tray.waiting : texts.home.inFlight}
        total={transfersTotal}
        more={transfersTotal - MOST}
        page="home"
      >
        {transfers.slice(0, MOST).map((transfer) => (
          <Row key={transfer.id} transfer={transfer} />
        ))}
      </TrayPart>
    </>
  );
}

function TrayPart({
  title,
  total,
  more,
  page,
  children,
}: {
  title: string;
  /** All its rows; none: it is not shown. */
  total: number;
  /** Rows that are not shown. */
  more: number;
  /** The page of the window that shows them. */
  page: Page;
  children: ReactNode;
}): ReactNode {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <TrayHeading>{title}</TrayHeading>
      <ul className="divide-y divide-line border-line border-t">
        {children}
        {more > 0 && (
          <li className="flex min-h-10 items-center gap-2 ps-4 pe-2 text-dim text-small">
            <span className="flex-1">{texts.tray.more(more)}</span>
            <WindowButton kind="quiet" href={hrefOf(page)} label={texts.tray.showOf(title)}>
              {texts.tray.show}
            </WindowButton>
          </li>
        )}
      </ul>
    </section>
  );
}

export const TrayHeading = ({ children }: { children: string }): ReactNode => (
  <h2 className="px-4 pt-3 pb-2 font-semibold text-dim text-small">{children}</h2>
);

/** A row of two lines: an icon, a name and its state. */
export const trayRow = 'flex min-h-13 w-full items-center gap-3 px-4 py-1.5 text-start';

function ProblemRow({ item }: { item: AttentionItem }): ReactNode {
  const { path, sentence } = item;
  const name = baseName(path);
  return (
    <li className={`${trayRow} flex-wrap`}>
      <FileIcon type={fileType(name)} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate" title={path}>
          {name}
        </span>
        <span className="block text-dim text-small" title={sentence}>
          {inShort(item)}
        </span>
      </span>
      <TrayFix item={item} />
    </li>
  );
}

/** The sentence of a problem names its file, which is already above it. */
function inShort(item: AttentionItem): string {
  if (item.cause === 'both_edited') return texts.tray.editedTwice;
  return needsName(item) ? texts.tray.needsName(item.suggestedName ?? null) : problemTitle(item);
}

/** A missing synced folder. The head says why, and Home has the choices. */
function LostRow({ root: { name, localPath } }: { root: RootStatus }): ReactNode {
  return (
    <li className={trayRow}>
      <FolderX aria-hidden className="size-6 shrink-0 text-bad" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span dir="auto" className="block truncate text-dim text-small" title={localPath}>
          {localPath}
        </span>
      </span>
      <WindowButton href={hrefOf('home')} label={texts.attention.decideOf(name)}>
        {texts.attention.decide}
      </WindowButton>
    </li>
  );
}

/** A transfer that resumes with the connection, the sign-in, or the sync. */
function WaitingRow({ transfer: { name, place, direction } }: { transfer: TransferStatus }): ReactNode {
  return (
    <li className={trayRow}>
      <FileIcon type={fileType(name)} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate" title={name}>
          {name}
        </span>
        <span className="block truncate text-dim text-small">
          {direction === 'up' ? texts.home.up : texts.home.down}
          {place !== '' && <bdi>{` · ${place}`}</bdi>}
        </span>
      </span>
      <Pill tone="mute" icon={Clock}>
        {texts.tray.waiting}
      </Pill>
    </li>
  );
}

function TransferRow({ transfer }: { transfer: TransferStatus }): ReactNode {
  const { name, direction, bytesDone, bytesTotal, secondsLeft } = transfer;
  return (
    <li className={trayRow}>
      <FileIcon type={fileType(name)} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="flex items-baseline gap-2">
          <span className="sr-only">{direction === 'up' ? texts.tray.up : texts.tray.down}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
            {name}
          </span>
          <span className="shrink-0 text-dim text-small tabular-nums">
            {secondsLeft === null ? '' : texts.home.leftLong(secondsLeft)}
          </span>
        </p>
        <Progress label={texts.home.progressOf(name)} share={bytesTotal > 0 ? bytesDone / bytesTotal : null} />
      </div>
    </li>
  );
}
