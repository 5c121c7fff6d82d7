import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { MenuButton } from './components/menu-button.tsx';
import { pageEntries } from './pages.tsx';
import { themes } from './state/kept-theme.ts';
import { useIsNarrow } from './state/narrow.ts';
import { useIsAdmin } from './state/person.ts';
import { hrefOf, type Page, pages } from './state/route.ts';
import { useStatus } from './state/session.ts';
import { useTheme } from './state/theme.ts';
import { classNames } from './style/class-names.ts';
import { texts } from './style/texts.ts';

/** Left of the page; above it where the window is narrow. */
export function Navigation({ current }: { current: Page }): ReactNode {
  const status = useStatus();
  const isAdmin = useIsAdmin();
  const shown = pages.filter((page) => !isApart(page) && pageEntries[page].isForAdmins !== true);
  const forAdmins = isAdmin ? pages.filter((page) => pageEntries[page].isForAdmins === true) : [];
  return (
    <header className="flex shrink-0 items-center gap-2 border-line border-b bg-side px-3 py-2 md:w-64 md:flex-col md:items-stretch md:border-e md:border-b-0 md:px-2 md:py-4">
      <div className="flex items-center gap-2.5 font-semibold md:px-2.5 md:pb-4">
        <Logo />
        <span className="max-sm:sr-only">{texts.name}</span>
      </div>
      {/* More pages than fit are scrolled to, along the bar or down the side. */}
      <nav
        aria-label={texts.navigation.label}
        className="relative flex min-h-0 min-w-0 flex-1 gap-0.5 overflow-x-auto p-0.5 max-md:pe-8 max-md:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)] max-md:[scrollbar-width:none] md:flex-col md:overflow-y-auto md:[scrollbar-width:thin] rtl:max-md:[mask-image:linear-gradient(to_left,black_calc(100%-2.5rem),transparent)]"
      >
        {shown.map((page) => (
          <PageLink
            key={page}
            page={page}
            isCurrent={page === current}
            attention={page === 'attention' ? (status?.attentionTotal ?? 0) : 0}
          />
        ))}
        {forAdmins.length > 0 && (
          <>
            <p className="px-2.5 pt-4 pb-1 font-semibold text-dim text-small max-md:sr-only">
              {texts.navigation.administration}
            </p>
            {forAdmins.map((page) => (
              <PageLink key={page} page={page} isCurrent={page === current} attention={0} />
            ))}
          </>
        )}
        <span aria-hidden className="md:flex-1" />
        <PageLink page="settings" isCurrent={current === 'settings'} attention={0} />
      </nav>
      <div className="flex items-center gap-2 md:border-line md:border-t md:px-2.5 md:pt-3">
        <Account />
        <ThemeMenu />
      </div>
    </header>
  );
}

/** Settings stand at the end, and what fills the window alone is no place to go to. */
const isApart = (page: Page): boolean => page === 'settings' || pageEntries[page].isAlone === true;

function PageLink({ page, isCurrent, attention }: { page: Page; isCurrent: boolean; attention: number }): ReactNode {
  const { icon: Icon, label } = pageEntries[page];
  const link = useRef<HTMLAnchorElement>(null);
  // The bar and the side are scrolled each by itself: between them the current page is looked up anew.
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: isNarrow ? 'center' : 'nearest' });
  }, [isCurrent, isNarrow]);
  return (
    <a
      ref={link}
      href={hrefOf(page)}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-8 shrink-0 items-center gap-2.5 rounded-control px-2.5',
        isCurrent ? 'bg-card font-semibold text-text shadow-card' : 'text-dim hover:bg-hover hover:text-text',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {/* Where the window is narrow the icons have to do, for those who see them. */}
      <span className="max-md:sr-only">{label}</span>
      {attention > 0 && (
        <span className="ms-auto rounded-full bg-warn-bg px-2 py-px font-semibold text-small text-warn">
          <span aria-hidden>{attention}</span>
          <span className="sr-only">{texts.navigation.attention(attention)}</span>
        </span>
      )}
    </a>
  );
}

function Account(): ReactNode {
  const account = useStatus()?.account;
  const user = account?.user ?? null;
  // The height is kept while it is not known, so that nothing below or beside it moves.
  return (
    <div className="hidden min-h-9 min-w-0 flex-1 md:block">
      {account !== undefined && (
        <>
          <div className="truncate text-dense">{user === null ? texts.navigation.signedOut : user.name}</div>
          <div className="truncate text-dim text-small">
            {user === null ? account.baseUrl : texts.navigation.space(user.spaceUsed, user.spaceAmount)}
          </div>
        </>
      )}
    </div>
  );
}

function ThemeMenu(): ReactNode {
  const [theme, choose] = useTheme();
  const Icon = { system: Monitor, light: Sun, dark: Moon }[theme];
  return (
    <MenuButton
      kind="quiet"
      icon
      label={texts.navigation.theme}
      entries={themes.map((id) => ({ id, label: texts.navigation.themes[id] }))}
      selected={theme}
      onAction={(id) => choose(themes.find((known) => known === id) ?? 'system')}
    >
      <Icon aria-hidden className="size-4" />
    </MenuButton>
  );
}

function Logo(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-2 stroke-accent">
      <circle cx="8.5" cy="12" r="5.5" />
      <circle cx="15.5" cy="12" r="5.5" />
    </svg>
  );
}
