import type { ReactNode } from 'react';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { AccountSection } from './account-section.tsx';
import { AppSection } from './app-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BandwidthSection } from './bandwidth-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { GuardSection } from './guard-section.tsx';
import { LocalTrashSection } from './local-trash-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ProxySection } from './proxy-section.tsx';
import { RootsSection } from './roots-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** Everything that a person can set, the most asked-for first. What a host cannot do is left out by its section. */
export function SettingsPage(): ReactNode {
  const status = useStatus((known) => known);
  return (
    <div className="grid w-full max-w-3xl gap-8 px-4 py-6 md:px-8">
      <h1 className="font-semibold text-title">{texts.settings.title}</h1>
      {status === null ? (
        <div aria-live="polite" className="grid gap-4">
          <span className="sr-only">{texts.settings.loading}</span>
          <Skeleton className="h-32" />
          <Skeleton className="h-48" />
        </div>
      ) : (
        <>
          <AccountSection status={status} />
          <RootsSection roots={status.roots} />
          <BandwidthSection />
          <RulesSection />
          <GuardSection />
          <LocalTrashSection />
          <NotificationsSection />
          <ProxySection />
          <AppSection />
          <AppearanceSection />
          <DiagnosticsSection />
        </>
      )}
    </div>
  );
}
