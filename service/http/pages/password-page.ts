import type { FastifyReply } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { hiddenFields } from './sign-in-page.ts';

/** Where people change their password. */
export const passwordPath = '/account/password';

/** What the page shows. `trouble` is what was wrong with the last attempt. */
export interface PasswordPage {
  readonly formToken: string;
  readonly login: string;
  readonly trouble: { readonly status: number; readonly sentence: string } | null;
}

/** The form that asks for the current password and for another one. */
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
<label for="next">New password, ${limits.passwordMinLength} characters or more</label>
<input id="next" name="next" type="password" autocomplete="new-password" required${described}>
<label for="again">New password again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required${described}>
<p><label><input type="checkbox" name="end_tokens" value="yes"> Sign out all programs and devices as well</label></p>
<button type="submit">Change password</button>
</form>
<p class="soft">Other browsers that you are signed in with are signed out.</p>
<p><a href="/sign-in">Back</a></p>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: 'Change your password', body });
}

/** What follows when it is done. */
export function sendPasswordChanged(reply: FastifyReply, endedTokens: boolean): FastifyReply {
  const programs = endedTokens ? 'Programs and devices have to be signed in anew.' : 'Programs stay signed in.';
  const body = html`<h1>Your password is changed</h1>
<p>Other browsers are signed out. ${programs}</p>
<p><a href="/sign-in">Back</a></p>`;
  return sendPage(reply, { title: 'Password changed', body });
}
