import {
  AppWindow,
  Bell,
  FilterX,
  FolderSync,
  Gauge,
  Globe,
  History,
  LifeBuoy,
  Palette,
  SearchX,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { AccountSection } from './account/account-section.tsx';
import { ProxySection } from './account/proxy-section.tsx';
import { AppSection } from './app/app-section.tsx';
import { AppearanceSection } from './app/appearance-section.tsx';
import { DiagnosticsSection } from './app/diagnostics-section.tsx';
import { NotificationsSection } from './app/notifications-section.tsx';
import { type IndexEntry, Indexed, SettingsIndex, sectionsWith, showSection } from './settings-index.tsx';
import { BandwidthSection } from './sync/bandwidth-section.tsx';
import { GuardSection } from './sync/guard-section.tsx';
import { JournalSection } from './sync/journal-section.tsx';
import { LocalTrashSection } from './sync/local-trash-section.tsx';
import { RootsSection } from './sync/roots-section.tsx';
import { RulesSection } from './sync/rules-section.tsx';

/** `root`: the synced folder that a link leads to. */
type Part = IndexEntry & { readonly draw: (root: number | null) => ReactNode };

/** The sections, most used first. A section omits features that the host lacks. */
const parts: readonly Part[] = [
  { id: 'account', label: texts.settings.account, icon: UserRound, draw: () => <AccountSection /> },
  { id: 'folders', label: texts.settings.folders, icon: FolderSync, draw: (root) => <RootsSection open={root} /> },
  { id: 'bandwidth', label: texts.settings.bandwidth, icon: Gauge, draw: () => <BandwidthSection /> },
  { id: 'rules', label: texts.settings.rules, icon: FilterX, draw: () => <RulesSection /> },
  { id: 'guard', label: texts.settings.guard, icon: ShieldCheck, draw: () => <GuardSection /> },
  { id: 'trash', label: texts.settings.trash, icon: Trash2, draw: () => <LocalTrashSection /> },
  { id: 'journal', label: texts.settings.journal, icon: History, draw: () => <JournalSection /> },
  { id: 'notifications', label: texts.settings.notifications, icon: Bell, draw: () => <NotificationsSection /> },
  { id: 'proxy', label: texts.settings.proxy, icon: Globe, draw: () => <ProxySection /> },
  { id: 'app', label: texts.settings.app, icon: AppWindow, draw: () => <AppSection /> },
  { id: 'appearance', label: texts.settings.appearance, icon: Palette, draw: () => <AppearanceSection /> },
  { id: 'diagnostics', label: texts.settings.diagnostics, icon: LifeBuoy, draw: () => <DiagnosticsSection /> },
];

/** All settings. Each change is saved immediately. The parameter `section` leads to one of them, `root` to one synced folder among them. */
export function SettingsPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const isKnown = useStatus(() => true) === true;
  const [word, setWord] = useState('');
  const [shown, show] = useState<readonly IndexEntry[]>(parts);
  const search = (next: string): void => {
    setWord(next);
    show(next.trim() === '' ? parts : sectionsWith(next, parts));
  };
  const [section, root] = [parameters.get('section'), parameters.get('root')];
  const [reached, reach] = useState<string | null>(null);
  if (section !== reached) {
    reach(section);
    // The search may hide the section.
    if (section !== null) search('');
  }
  useEffect(() => {
    if (section === null || !isKnown) return;
    showSection(section);
    // Without the parameter, the next link to the same section leads there again.
    window.location.replace(hrefOf('settings'));
  }, [section, isKnown]);
  return (
    <div className="flex w-full flex-col px-4 pb-8 md:px-8">
      <PageHeader title={texts.settings.title}>
        {isKnown && <SearchBox label={texts.settings.find} value={word} onChange={search} />}
      </PageHeader>
      {isKnown ? <Sections shown={shown} root={root === null ? null : Number(root)} /> : <SettingsLoading />}
    </div>
  );
}

function Sections({ shown, root }: { shown: readonly IndexEntry[]; root: number | null }): ReactNode {
  const ids = new Set(shown.map(({ id }) => id));
  useAnnouncement(shown.length === 0 ? texts.manage.noMatch : '', 'settings');
  return (
    // The room for the index is measured in text size, so larger text hides it.
    <div className="@container">
      <div className="flex gap-10">
        <SettingsIndex entries={shown} />
        <div className="grid min-w-0 max-w-2xl flex-1 gap-6">
          {shown.length === 0 && (
            <Card>
              <EmptyState
                icon={SearchX}
                tone="mute"
                title={texts.manage.noMatch}
                detail={texts.settings.noMatchDetail}
              />
            </Card>
          )}
          {parts.map(({ id, draw }) => (
            <Indexed key={id} id={id} isHidden={!ids.has(id)}>
              {draw(root)}
            </Indexed>
          ))}
        </div>
      </div>
    </div>
  );
}

function SettingsLoading(): ReactNode {
  return (
    <div aria-live="polite" className="grid max-w-2xl gap-4">
      <span className="sr-only">{texts.settings.loading}</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-48" />
    </div>
  );
}
