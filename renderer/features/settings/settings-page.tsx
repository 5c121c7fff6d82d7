import {
  AppWindow,
  Bell,
  FilterX,
  FolderSync,
  Gauge,
  Globe,
  LifeBuoy,
  Palette,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { AccountSection } from './account/account-section.tsx';
import { ProxySection } from './account/proxy-section.tsx';
import { AppSection } from './app/app-section.tsx';
import { AppearanceSection } from './app/appearance-section.tsx';
import { DiagnosticsSection } from './app/diagnostics-section.tsx';
import { NotificationsSection } from './app/notifications-section.tsx';
import { type IndexEntry, Indexed, SettingsIndex } from './settings-index.tsx';
import { BandwidthSection } from './sync/bandwidth-section.tsx';
import { GuardSection } from './sync/guard-section.tsx';
import { LocalTrashSection } from './sync/local-trash-section.tsx';
import { RootsSection } from './sync/roots-section.tsx';
import { RulesSection } from './sync/rules-section.tsx';

type Part = IndexEntry & { readonly draw: () => ReactNode };

/** The sections, most used first. A section omits features that the host lacks. */
const parts: readonly Part[] = [
  { id: 'account', label: texts.settings.account, icon: UserRound, draw: () => <AccountSection /> },
  { id: 'folders', label: texts.settings.folders, icon: FolderSync, draw: () => <RootsSection /> },
  { id: 'bandwidth', label: texts.settings.bandwidth, icon: Gauge, draw: () => <BandwidthSection /> },
  { id: 'rules', label: texts.settings.rules, icon: FilterX, draw: () => <RulesSection /> },
  { id: 'guard', label: texts.settings.guard, icon: ShieldCheck, draw: () => <GuardSection /> },
  { id: 'trash', label: texts.settings.trash, icon: Trash2, draw: () => <LocalTrashSection /> },
  { id: 'notifications', label: texts.settings.notifications, icon: Bell, draw: () => <NotificationsSection /> },
  { id: 'proxy', label: texts.settings.proxy, icon: Globe, draw: () => <ProxySection /> },
  { id: 'app', label: texts.settings.app, icon: AppWindow, draw: () => <AppSection /> },
  { id: 'appearance', label: texts.settings.appearance, icon: Palette, draw: () => <AppearanceSection /> },
  { id: 'diagnostics', label: texts.settings.diagnostics, icon: LifeBuoy, draw: () => <DiagnosticsSection /> },
];

/** All settings. Each change is saved immediately. */
export function SettingsPage(): ReactNode {
  const isKnown = useStatus(() => true) === true;
  return (
    <div className="flex w-full flex-col px-4 pb-8 md:px-8">
      <PageHeader title={texts.settings.title} />
      {!isKnown ? (
        <div aria-live="polite" className="grid max-w-2xl gap-4">
          <span className="sr-only">{texts.settings.loading}</span>
          <Skeleton className="h-32" />
          <Skeleton className="h-48" />
        </div>
      ) : (
        // The room for the index is measured in text size, so larger text hides it.
        <div className="@container">
          <div className="flex gap-10">
            <SettingsIndex entries={parts} />
            <div className="grid min-w-0 max-w-2xl flex-1 gap-6">
              {parts.map(({ id, draw }) => (
                <Indexed key={id} id={id}>
                  {draw()}
                </Indexed>
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
