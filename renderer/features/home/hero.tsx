import type { ReactNode } from 'react';
import type { OverallState } from '../../../preload/ipc/shapes/status.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { StateSign } from '../../components/feedback/state-mark.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { RetryNow, useIsOffline, useNextTry } from '../../parts/retry-now.tsx';
import { useAtRest, useFirstFileHint } from '../../parts/roots/at-rest.ts';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatMoment } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { PauseControl } from './pause-control.tsx';
import { UploadButton } from './upload-button.tsx';

/** The overall state in one sentence, with the main actions: review, upload, pause. */
export function Hero(): ReactNode {
  const isLost = useConnection() !== 'connected';
  const state = useStatus((status) => status.state) ?? 'offline';
  const sentence = useStatus((status) => status.sentence) ?? '';
  const firstFile = useFirstFileHint();
  const shown = isLost ? texts.connection.lastKnown : firstFile === '' ? sentence : texts.home.ready;
  const isFramed = state === 'attention' || state === 'syncing';
  const isNarrow = useIsNarrow();
  useAnnouncement(shown, 'state');
  return (
    <div className={classNames('flex flex-col gap-4', isFramed ? 'p-4 sm:p-6' : 'py-2')}>
      <div className="flex flex-wrap items-center gap-4 sm:gap-5">
        <StateSign state={isLost ? 'offline' : state} />
        <div className="min-w-0 flex-[1_1_14rem] max-sm:basis-36" data-testid="state">
          <h1 className="font-semibold text-hero max-sm:text-title">{shown}</h1>
          <Detail isLost={isLost} firstFile={firstFile} />
        </div>
        <Actions state={state} isLost={isLost} isNarrow={isNarrow} />
      </div>
      {state === 'syncing' && !isLost && <Overall />}
    </div>
  );
}

/** Below the headline: the progress, or when idle the amount in sync and the last change, or where to begin. */
function Detail({ isLost, firstFile }: { isLost: boolean; firstFile: string }): ReactNode {
  const nowMs = useNow();
  const atMs = useStatus((status) => status.atMs) ?? nowMs;
  const detail = useStatus((status) => status.detail) ?? '';
  const nextTry = useNextTry();
  const atRest = useAtRest();
  return (
    <p className="min-h-5 text-dim tabular-nums">
      {isLost
        ? texts.connection.lastKnownAt(formatMoment(atMs, nowMs, true))
        : `${firstFile || atRest || detail} ${nextTry}`.trim()}
    </p>
  );
}

function Overall(): ReactNode {
  const share = useStatus(({ totals }) => (totals.bytesTotal > 0 ? totals.bytesDone / totals.bytesTotal : null));
  return <Progress label={texts.home.overall} share={share} isLarge />;
}

/**
 * Beside the headline, or below it in a narrow window. Once the button to upload is no longer in use, Review takes its place, and in a narrow window
 * Files is the place to upload while syncing.
 */
function Actions({ state, isLost, isNarrow }: { state: OverallState; isLost: boolean; isNarrow: boolean }): ReactNode {
  const roots = useStatus(({ roots: all }) => all) ?? [];
  const count = useStatus(({ attentionTotal }) => attentionTotal) ?? 0;
  const isOffline = useIsOffline();
  const isReview = state === 'attention';
  const isIcon = isNarrow && !isReview;
  return (
    <div className={isIcon ? 'contents' : 'flex flex-wrap gap-2 sm:ms-auto max-sm:basis-full max-sm:flex-row-reverse'}>
      {isOffline && !isLost && <RetryNow className="max-sm:order-1 max-sm:flex-1" />}
      <PauseControl icon={isIcon} isLost={isLost} />
      {isReview && (
        <LinkButton kind="primary" href={hrefOf('attention')} className="max-sm:flex-1">
          {texts.home.review(count)}
        </LinkButton>
      )}
      <UploadButton
        roots={roots}
        isDisabled={isLost}
        className={classNames(
          'max-sm:basis-full',
          isReview && 'not-aria-expanded:not-focus-visible:hidden',
          state === 'syncing' && 'max-sm:not-aria-expanded:not-focus-visible:hidden',
        )}
      />
    </div>
  );
}
