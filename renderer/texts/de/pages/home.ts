import type { Texts } from '../../texts-type.ts';
import { files, formatBytes, formatCount, formatDuration, formatRate, plural, things } from '../frame/plural.ts';

/** Home. */
export const homeTexts: Pick<Texts, 'home'> = {
  home: {
    title: 'Übersicht',
    folders: 'Ordner',
    loading: 'Der Stand der Ordner wird geladen …',
    noRoots: 'Noch wird kein Ordner synchronisiert',
    noRootsDetail: 'Wählen Sie einen Ordner dieses Computers und was vom Dienst dazugehört.',
    atRest: (fileCount, changed) =>
      changed === null ? files(fileCount) : `${files(fileCount)} · letzte Änderung ${changed}`,
    overall: 'Gesamtfortschritt',
    review: (count) => `${things(count)} prüfen`,
    addFolder: 'Ordner hinzufügen',
    addFolderDetail: 'Einen weiteren Ordner synchronisieren',
    open: 'Öffnen',
    openOf: (name) => `${name} öffnen`,
    recent: 'Zuletzt geändert',
    seeAll: 'Alle anzeigen',
    recently: {
      added: (who, place) => `Von ${who ?? 'Ihnen'} zu ${place} hinzugefügt`,
      edited: (who, place) => `Von ${who ?? 'Ihnen'} in ${place} bearbeitet`,
      moved: (who, place) => `Von ${who ?? 'Ihnen'} nach ${place} verschoben`,
      renamed: (who, place) => `Von ${who ?? 'Ihnen'} in ${place} umbenannt`,
      restored: (who, place) => `Von ${who ?? 'Ihnen'} in ${place} wiederhergestellt`,
    },
    counts: (fileCount, bytes) => `${files(fileCount)} · ${formatBytes(bytes)}`,
    pending: (count) => `${formatCount(count)} ausstehend`,
    ignored: (count) => `${formatCount(count)} ignoriert`,
    conflicts: (count) => plural(count, { one: 'Konflikt', other: 'Konflikte' }),
    held: (count) => `${plural(count, { one: 'Löschung', other: 'Löschungen' })} zurückgehalten`,
    progressOf: (name) => `Fortschritt von ${name}`,
    lastChange: (when, sentence) => `Letzte Änderung ${when}: ${sentence}`,
    noChange: 'Noch keine Änderung',
    empty: 'Speichern Sie eine Datei in diesem Ordner, oder ziehen Sie eine auf dieses Fenster.',
    inFlight: 'Laufende Übertragungen',
    inFlightMore: (count) => `und ${formatCount(count)} weitere`,
    inFlightAll: (count) => `Alle ${formatCount(count)} anzeigen`,
    inFlightFew: 'Weniger anzeigen',
    nothingInFlight: 'Zurzeit wird nichts übertragen.',
    parts: (done, total, parallel) =>
      `Teil ${formatCount(Math.min(done + 1, total))} von ${formatCount(total)}, ${formatCount(parallel)} gleichzeitig`,
    left: (seconds) => formatDuration(seconds),
    leftLong: (seconds) => `noch ${formatDuration(seconds)}`,
    ofBytes: (done, total) => `${formatBytes(done)} von ${formatBytes(total)}`,
    transferStates: {
      queued: 'Als Nächstes',
      running: 'Beginnt',
      waiting: 'Wartet',
      finishing: 'Wird abgeschlossen',
      done: 'Fertig',
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
    },
    up: 'Hochladen',
    down: 'Herunterladen',
    rate: 'Tempo, letzte 5 Minuten',
    rateAxisNow: 'jetzt',
    rateNow: (up, down) => `Hochladen ${formatRate(up)}, Herunterladen ${formatRate(down)}`,
    attention: 'Handlungsbedarf',
    nothingNeedsAttention: 'Nichts zu tun.',
    attentionMore: (count) => `und ${formatCount(count)} weitere`,
    goesOnAt: (time) => `Neuer Versuch ${time}.`,
    invitations: 'Einladungen',
    invites: (from, item) => {
      const to = item === '' ? '' : ` zu „${item}“`;
      return from === '' ? `Eine Einladung für Sie${to}` : `${from} lädt Sie${to} ein`;
    },
    invitedAs: (role) => `Rolle: ${role}`,
    invitedAt: (time) => `eingeladen ${time}`,
  },
};
