import type { FastifyReply } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { Submitter } from '../../domain/file-requests/submit-file.ts';
import type { FileRequestRecord } from '../../ports/metadata/file-requests.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './page.ts';
import { readableSize } from './readable-size.ts';

/** What the form of a file request shows. */
export interface RequestForm {
  readonly request: FileRequestRecord;
  /** What was typed before. */
  readonly submitter: Submitter;
  /** The largest file that is taken. */
  readonly maxBytes: number;
  /** What was wrong with the last attempt, and what of it was taken all the same. */
  readonly trouble: { readonly status: number; readonly sentence: string; readonly received: readonly string[] } | null;
}

/** The form by which people bring files. */
export function sendRequestForm(
  reply: FastifyReply,
  { request, submitter, maxBytes, trouble }: RequestForm,
): FastifyReply {
  const body = html`<h1>${request.title}</h1>
${request.description === null ? null : html`<p class="lines">${request.description}</p>`}
${trouble === null ? null : troubleText(trouble)}
<form method="post" action="/f/${request.token}" enctype="multipart/form-data">
${request.isEmailRequired ? emailField(submitter) : null}
${request.isDescriptionRequired ? descriptionField(submitter) : null}
<label for="files">Files</label>
<input id="files" name="files" type="file" multiple required aria-describedby="limit">
<p class="soft" id="limit">Each may have up to ${readableSize(maxBytes)}.</p>
<button type="submit">Send</button>
</form>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: request.title, body });
}

/** The one answer to a form that is inactive, over, or never was. */
export function sendClosedPage(reply: FastifyReply): FastifyReply {
  const body = html`<h1>No files are asked for here</h1>
<p>The file request is over, its folder is gone, or the address was not copied as a whole. Ask whoever sent it to you.</p>`;
  return sendPage(reply, { status: 404, title: 'No files are asked for here', body });
}

/** The page after a submission: what arrived, under which names. */
export function sendThanks(reply: FastifyReply, request: FileRequestRecord, received: readonly string[]): FastifyReply {
  const body = html`<h1>Thank you</h1>
<p>${received.length === 1 ? 'Your file has' : `Your ${received.length} files have`} arrived.</p>
${names(received)}
<p><a class="button quiet" href="/f/${request.token}">Send more</a></p>`;
  return sendPage(reply, { title: 'Thank you', body });
}

function troubleText({ sentence, received }: NonNullable<RequestForm['trouble']>): Html {
  const arrived = html`<p>These arrived before that, and need not be sent again:</p>${names(received)}`;
  return html`<div role="alert"><p class="bad">${sentence}</p>${received.length === 0 ? null : arrived}</div>`;
}

function names(received: readonly string[]): Html {
  return html`<ul>${received.map((name) => html`<li>${name}</li>`)}</ul>`;
}

// The questions come before the files: the service has the answers when the first byte arrives.
function emailField({ email }: Submitter): Html {
  return html`<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required>`;
}

function descriptionField({ description }: Submitter): Html {
  return html`<label for="description">Description</label>
<textarea id="description" name="description" maxlength="${limits.descriptionLength}" required>${description}</textarea>`;
}
