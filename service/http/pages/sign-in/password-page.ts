import type { FastifyReply } from 'fastify';
import { limits } from '../../../../contract/rules/limits.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';
import { hiddenFields } from './sign-in-page.ts';

/** Where people change their password. */
export const passwordPath = '/account/password';

/** Input of the page. `trouble` is the error of the last attempt. */
export interface PasswordPage {
  readonly formToken: string;
  readonly login: string;
  readonly trouble: { readonly status: number; readonly sentence: string } | null;
}

/** The form for the current and a new password. */
export function sendPasswordPage(reply: FastifyReply, { formToken, login, trouble }: PasswordPage): FastifyReply {
  const described = trouble === null ? null : html` aria-describedby="trouble"`;
  const body = html`<h1>Change your password</h1>
${trouble === null ? null : html`<p class="bad" role="alert" id="trouble">${trouble.sentence}</p>`}
<form method="post" action="${passwordPath}">
${hiddenFields({ form_token: formToken })}
<label for="login">Login</label>
<input id="login" name="login" type="text" value="${login}" autocomplete="username" readonly>
<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" required${described}>
<label for="next">New password (at least ${limits.passwordMinLength} characters)</label>
<input id="next" name="next" type="password" autocomplete="new-password" required${described}>
<label for="again">Confirm new password</label>
<input id="again" name="again" type="password" autocomplete="new-password" required${described}>
<p><label><input type="checkbox" name="end_tokens" value="yes"> Also sign out all apps and devices</label></p>
<button type="submit">Change password</button>
</form>
<p class="soft">All other browsers are signed out.</p>
<p><a href="/sign-in">Back</a></p>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: 'Change your password', body });
}

/** The page after a successful change. */
export function sendPasswordChanged(reply: FastifyReply, endedTokens: boolean): FastifyReply {
  const programs = endedTokens ? 'Sign in again in your apps and on your devices.' : 'Apps stay signed in.';
  const body = html`<h1>Your password has been changed</h1>
<p>All other browsers have been signed out. ${programs}</p>
<p><a href="/sign-in">Back</a></p>`;
  return sendPage(reply, { title: 'Password changed', body });
}
