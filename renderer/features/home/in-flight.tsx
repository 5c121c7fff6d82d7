import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TransferStatus } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Card, Section } from '../../components/card.tsx';
import { FactLine } from '../../components/fact-line.tsx';
import { Progress } from '../../components/progress.tsx';
import { useAction } from '../../state/actions.ts';
import { useConnection, useStatus } from '../../state/session.ts';
import { formatRate } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

/** Rows that are drawn until a person asks for all: what comes below stays in sight. */
const FEW = 6;

/** The transfers that run and those next in line, each with its progress, rate and time left. */
export function InFlight({ transfers, total }: { transfers: readonly TransferStatus[]; total: number }): ReactNode {
  const [isAllShown, showAll] = useState(false);
  const shown = isAllShown ? transfers : transfers.slice(0, FEW);
  const hidden = total - shown.length;
  const toggle = (
    <Button kind="quiet" onPress={() => showAll(!isAllShown)}>
      {isAllShown ? texts.home.inFlightFew : texts.home.inFlightAll(transfers.length)}
    </Button>
  );
  return (
    <Section title={texts.home.inFlight} aside={transfers.length > FEW ? toggle : undefined}>
      <Card>
        {transfers.length === 0 ? (
          <p className="px-4 py-4 text-dim">{texts.home.nothingInFlight}</p>
        ) : (
          <ul className="divide-y divide-line">
            {shown.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
            {hidden > 0 && <li className="px-4 py-2 text-dim">{texts.home.inFlightMore(hidden)}</li>}
          </ul>
        )}
      </Card>
    </Section>
  );
}

function TransferRow({ transfer }: { transfer: TransferStatus }): ReactNode {
  const Arrow = transfer.direction === 'up' ? ArrowUp : ArrowDown;
  const cancel = useAction('transfer.cancel');
  const isLost = useConnection() !== 'connected';
  const isOffline = useStatus()?.state === 'offline';
  const share = transfer.bytesTotal > 0 ? transfer.bytesDone / transfer.bytesTotal : null;
  return (
    <li className="grid min-h-13 grid-cols-[1.25rem_1fr_auto_2rem] items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:grid-cols-[1.25rem_1fr_12rem_5.5rem_4rem_2rem]">
      <Arrow aria-hidden className="size-4.5 text-busy" />
      <div className="min-w-0">
        <span className="sr-only">{transfer.direction === 'up' ? texts.home.up : texts.home.down}</span>
        <p dir="auto" className="w-fit max-w-full truncate" title={transfer.name}>
          {transfer.name}
        </p>
        <FactLine isCut facts={factsOf(transfer)} />
      </div>
      <div className="col-span-full row-start-2 sm:col-auto sm:row-auto">
        <Progress label={texts.home.progressOf(transfer.name)} share={share} />
      </div>
      <span className="text-end tabular-nums">{speedOf(transfer, isOffline)}</span>
      <span className="text-end text-dim tabular-nums max-sm:hidden">
        {transfer.secondsLeft === null ? '' : texts.home.left(transfer.secondsLeft)}
      </span>
      {transfer.canCancel ? (
        <Button
          kind="quiet"
          icon
          isDisabled={isLost || cancel.isPending}
          aria-label={texts.actions.cancelOf(transfer.name)}
          onPress={() => cancel.mutate({ id: transfer.id })}
        >
          <X aria-hidden className="size-4" />
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}

/** How fast it goes; in words where there is nothing to measure. */
function speedOf({ state, bytesDone, bytesPerSecond }: TransferStatus, isOffline: boolean): string {
  if (state !== 'running') return texts.home.transferStates[state];
  if (isOffline) return texts.home.transferStates.waiting;
  if (bytesPerSecond > 0) return formatRate(bytesPerSecond);
  return bytesDone === 0 ? texts.home.transferStates.running : '–';
}

function factsOf({ place, parts, sentence, bytesDone, bytesTotal }: TransferStatus): readonly (string | null)[] {
  const done =
    parts === null
      ? texts.home.ofBytes(bytesDone, bytesTotal)
      : texts.home.parts(parts.done, parts.total, parts.parallel);
  return [place, done, sentence];
}
