import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { texts } from '../../../texts/texts.ts';
import { useSettings } from '../use-settings.ts';
import { BrowserPermission } from './browser-permission.tsx';

const kinds = ['invitation', 'mention', 'attention', 'drop_finished', 'signed_out'] as const;

/** Kinds of notices shown as system notifications. */
export function NotificationsSection(): ReactNode {
  const { settings, error, isPending, change } = useSettings();
  return (
    <Section title={texts.settings.notifications}>
      <Card className="grid gap-3 p-4">
        <p className="text-dim text-small">{texts.settings.notificationsDetail}</p>
        <QueryBoundary answer={settings} skeleton="h-32">
          {({ notifications }) => (
            <div className="grid">
              {kinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={texts.settings.notificationKinds[kind]}
                  isOn={notifications[kind]}
                  isBusy={isPending}
                  onChange={(isChosen) => change({ notifications: { [kind]: isChosen } })}
                />
              ))}
            </div>
          )}
        </QueryBoundary>
        <BrowserPermission />
        <ErrorMessage error={error} />
      </Card>
    </Section>
  );
}
