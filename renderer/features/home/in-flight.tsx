import { ArrowDown, ArrowUp, Clock, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TransferGroup, TransferStatus } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { type FileType, fileType } from '../../parts/files/file-type.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { formatPercent, formatRate } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** Rows shown until the user expands the list, so that the content below stays visible. */
const FEW = 6;

/** Active and queued transfers, each with progress, rate and time left. The small files of a folder share a line. */
export function InFlight(): ReactNode {
  const transfers = useStatus((status) => status.transfers) ?? [];
  const groups = useStatus(({ transferGroups }) => transferGroups) ?? [];
  const total = useStatus(({ transfersTotal }) => transfersTotal) ?? 0;
  const [isAllShown, showAll] = useState(false);
  const single = transfers.filter(({ isGrouped }) => !isGrouped);
  const most = Math.max(0, FEW - groups.length);
  const shown = isAllShown ? single : single.slice(0, most);
  const hidden = total - shown.length - groups.reduce((sum, { files }) => sum + files, 0);
  const cancelAll = useAction('transfer.cancelAll');
  const isLost = useConnection() !== 'connected';
  const aside = total > 1 && (
    <Button
      kind="quiet"
      className="-me-2"
      isDisabled={isLost}
      isBusy={cancelAll.isPending}
      onPress={() => cancelAll.mutate({ group: null })}
    >
      {texts.home.cancelAll}
    </Button>
  );
  return (
    <Section title={texts.home.inFlight} aside={aside}>
      <Card>
        <ul className="divide-y divide-line">
          {shown.map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} />
          ))}
          {groups.map((group) => (
            <SmallFiles key={`${group.rootId} ${group.direction}`} group={group} />
          ))}
          {(hidden > 0 || isAllShown) && (
            <li className="flex min-h-12 items-center gap-3 px-4 text-dense text-dim">
              <Clock aria-hidden className="size-4.5" strokeWidth={1.75} />
              <span className="flex-1">{hidden > 0 ? texts.home.inFlightMore(hidden) : ''}</span>
              {single.length > most && (
                <Button kind="quiet" size="row" onPress={() => showAll(!isAllShown)}>
                  {isAllShown ? texts.home.inFlightFew : texts.home.inFlightAll(single.length + groups.length)}
                </Button>
              )}
            </li>
          )}
        </ul>
      </Card>
    </Section>
  );
}

function TransferRow({ transfer }: { transfer: TransferStatus }): ReactNode {
  const { id, name, sentence, canCancel } = transfer;
  const place = usePlaceOf(transfer);
  const cancel = useAction('transfer.cancel');
  return (
    <TransferLine
      name={name}
      place={[place, sentence].filter(Boolean).join(' · ')}
      type={fileType(name)}
      transfer={transfer}
      done={doneOf(transfer)}
    >
      {canCancel ? (
        <CancelButton name={name} isCancelling={cancel.isPending} onCancel={() => cancel.mutate({ id })} />
      ) : (
        <span className="w-8" />
      )}
    </TransferLine>
  );
}

/** The small files of one synced folder and direction: each of them is gone before its own line can be read. */
function SmallFiles({ group }: { group: TransferGroup }): ReactNode {
  const { rootId, direction, files, bytesDone, bytesTotal } = group;
  const cancel = useAction('transfer.cancelAll');
  const name = texts.home.smallFiles(files);
  return (
    <TransferLine
      name={name}
      place={usePlaceOf(group)}
      type="folder"
      transfer={group}
      done={texts.home.ofBytes(bytesDone, bytesTotal)}
    >
      <CancelButton
        name={name}
        isCancelling={cancel.isPending}
        onCancel={() => cancel.mutate({ group: { rootId, direction } })}
      />
    </TransferLine>
  );
}

/** The folder of a transfer, from the synced folder down. */
function usePlaceOf({ rootId, place }: Pick<TransferStatus, 'rootId' | 'place'>): string {
  const root = useStatus(({ roots }) => roots.find(({ id }) => id === rootId)?.name) ?? '';
  return [root, ...place.split('/')].filter(Boolean).join(' / ');
}

function TransferLine({
  name,
  place,
  type,
  transfer,
  done,
  children,
}: {
  name: string;
  /** Its folder, and why it waits. */
  place: string;
  type: FileType;
  transfer: Moving;
  /** The progress in bytes or parts. */
  done: string;
  /** The cancel button, or its place. */
  children: ReactNode;
}): ReactNode {
  const { direction, bytesDone, bytesTotal, secondsLeft } = transfer;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const isOffline = useStatus(({ state }) => state === 'offline') === true;
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : null;
  const percent = share === null ? '' : formatPercent(share);
  const speed = speedOf(transfer, isOffline);
  const left = secondsLeft === null || isOffline ? '' : texts.home.leftLong(secondsLeft);
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2 sm:gap-4">
      <FileIcon type={type} size={32} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="sr-only">{direction === 'up' ? texts.home.up : texts.home.down}</span>
          <span dir="auto" className="max-w-full truncate" title={name}>
            {name}
          </span>
          <bdi className="min-w-0 flex-1 truncate text-dim text-small">{place}</bdi>
          <span className="shrink-0 text-dim text-small tabular-nums sm:hidden">{left}</span>
        </p>
        <div className="flex items-center gap-3">
          <div className="flex-1">
            <Progress label={texts.home.progressOf(name)} share={share} />
          </div>
          <span className="min-w-10 text-end text-small tabular-nums max-sm:hidden" title={done}>
            {percent}
          </span>
        </div>
        <p className="text-small tabular-nums sm:hidden">{[speed, percent].filter(Boolean).join(' · ')}</p>
      </div>
      <p className="grid min-w-20 justify-items-end text-dense tabular-nums max-sm:hidden">
        <span className="flex items-center gap-1">
          <Arrow aria-hidden className="size-3.5" />
          {speed}
        </span>
        <span className="text-dim text-small">{left}</span>
      </p>
      {children}
    </li>
  );
}

function CancelButton({
  name,
  isCancelling,
  onCancel,
}: {
  name: string;
  isCancelling: boolean;
  onCancel: () => void;
}): ReactNode {
  const isLost = useConnection() !== 'connected';
  return (
    <Button
      kind="ghost"
      icon
      isDisabled={isLost}
      isBusy={isCancelling}
      aria-label={texts.actions.cancelOf(name)}
      onPress={onCancel}
    >
      <X aria-hidden className="size-4" />
    </Button>
  );
}

type Moving = Pick<
  TransferStatus,
  'direction' | 'state' | 'bytesDone' | 'bytesTotal' | 'bytesPerSecond' | 'secondsLeft'
>;

/** The speed, or a text where there is nothing to measure. */
function speedOf({ state, bytesDone, bytesPerSecond }: Moving, isOffline: boolean): string {
  if (state !== 'running') return texts.home.transferStates[state];
  if (isOffline) return texts.home.transferStates.waiting;
  if (bytesPerSecond > 0) return formatRate(bytesPerSecond);
  return bytesDone === 0 ? texts.home.transferStates.running : '–';
}

/** Bytes, or the parts of a large upload. */
function doneOf({ parts, bytesDone, bytesTotal }: TransferStatus): string {
  return parts === null
    ? texts.home.ofBytes(bytesDone, bytesTotal)
    : texts.home.parts(parts.done, parts.total, parts.parallel);
}
