import type { ReactNode } from 'react';
import { Card, Section } from '../../components/card.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Tick } from '../../components/tick.tsx';
import { Asked } from '../../parts/asked.tsx';
import { texts } from '../../style/texts.ts';
import { BrowserPermission } from './browser-permission.tsx';
import { useSettings } from './use-settings.ts';

const kinds = ['invitation', 'attention', 'drop_finished', 'signed_out'] as const;

/** Which kinds of things the system's notifications tell. */
export function NotificationsSection(): ReactNode {
  const { settings, error, isPending, change } = useSettings();
  return (
    <Section title={texts.settings.notifications}>
      <Card className="grid gap-3 p-4">
        <p className="text-dim">{texts.settings.notificationsDetail}</p>
        <Asked answer={settings} skeleton="h-32">
          {({ notifications }) => (
            <div className="grid">
              {kinds.map((kind) => (
                <Tick
                  key={kind}
                  label={texts.settings.notificationKinds[kind]}
                  isOn={notifications[kind]}
                  isDisabled={isPending}
                  onChange={(isChosen) => change({ notifications: { ...notifications, [kind]: isChosen } })}
                />
              ))}
            </div>
          )}
        </Asked>
        <BrowserPermission />
        <Refusal error={error} />
      </Card>
    </Section>
  );
}
