import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** Shown on every page while the bridge is disconnected. */
export function ConnectionBanner(): ReactNode {
  const connection = useConnection();
  const isLost = connection === 'disconnected' || connection === 'closed';
  const title = connection === 'closed' ? texts.connection.closed : texts.connection.lost;
  const detail = connection === 'closed' ? texts.connection.closedDetail : texts.connection.lostDetail;
  return (
    <div aria-live="polite">
      {isLost && (
        <div className="flex items-start gap-3 border-line border-b bg-warn-bg px-4 py-3 text-warn md:px-8">
          <Unplug aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <strong className="font-semibold">{title}.</strong> {detail}
          </p>
        </div>
      )}
    </div>
  );
}
