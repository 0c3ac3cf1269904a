// The hosted page: what is missing, as one form that works without scripts.
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { type Field, type Filled, fieldHtml } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { knownValues } from './known-values.ts';
import { nameOf, wantedDocuments, wordsOf } from './kyc-documents.ts';
import { customerFields, ownerFields } from './kyc-fields.ts';
import { fullNameOf, ownersOf, ownersToMend } from './kyc-owners.ts';
import { layout } from './layout.ts';

export interface Shown {
  readonly view: HostedVerification;
  /** What was typed; absent at the first visit. */
  readonly values?: ReadonlyMap<string, string>;
  readonly problems?: ReadonlyMap<string, string>;
  /** What was sent before is kept. */
  readonly isSaved?: boolean;
}

export function kycPage({ view, values = knownValues(view), problems = new Map(), isSaved = false }: Shown): Html {
  const isBusiness = view.customer?.kind.case === 'business';
  const title = isBusiness ? 'Verify your business' : 'Verify your identity';
  if (view.isSettled) return layout(title, html`<h1>${title}</h1>${settled}`);
  const filled = { values, problems };
  const body = html`
    ${problems.size > 0 && summary(problems, view)}
    <h1>${title}</h1>
    <p class="lead">${isBusiness ? businessLead : individualLead}</p>
    ${isSaved && html`<p class="note good" role="status">Saved. You can go on, or come back later with the same link.</p>`}
    ${view.isLenient && html`<p class="note"><strong>Sandbox.</strong> Whatever you leave empty is taken as supplied.</p>`}
    <form method="post" action="?" enctype="multipart/form-data" novalidate>
      ${section('details', isBusiness ? 'The business' : 'About you', customerFieldsets(view, filled))}
      ${section('documents', 'Documents', documentFieldsets(view, filled))}
      ${isBusiness && section('owners', 'Owners and control', ownerFieldset(view, filled))}
      <div class="actions">
        <button type="submit" name="intent" value="submit">Submit for verification</button>
        <button type="submit" name="intent" value="save" class="quiet">${isBusiness ? 'Save and add more' : 'Save for later'}</button>
      </div>
    </form>`;
  return layout(problems.size > 0 ? `Error: ${title}` : title, body);
}

const individualLead = 'A few details and an identity document. You can save and come back with the same link.';
const businessLead =
  'Details of the business, its papers, and the people who own or control it. You can save and come back with the same link.';

const settled = html`<p class="lead">There is nothing more that we need from you.</p>
  <form method="post" action="?"><div class="actions"><button type="submit" name="intent" value="submit">Continue</button></div></form>`;

/** What is wrong, all of it, with links to where. It takes the focus, so that it is read first. */
function summary(problems: ReadonlyMap<string, string>, view: HostedVerification): Html {
  const labels = new Map(allFields(view).map(({ name, label }) => [name, label]));
  const items = [...problems].map(([name, message]) => {
    const label = labels.get(name);
    return html`<li>${label === undefined ? message : html`<a href="#${name}">${message.replace(/^This /, `${label} `)}</a>`}</li>`;
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">Please check ${problems.size === 1 ? 'one thing' : `${problems.size} things`}</h2>
    <ul>${items}</ul>
  </div>`;
}

function allFields(view: HostedVerification): readonly Field[] {
  const own = view.customer ? customerFields(view.customer) : [];
  return [...own, ...[...wantedDocuments(view), ...ownersToMend(view)].flatMap(({ fields }) => fields), ...ownerFields];
}

function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

function customerFieldsets({ customer }: HostedVerification, filled: Filled): Html {
  const fields = customer ? customerFields(customer) : [];
  const isAddress = ({ name }: Field) => name.startsWith('address.');
  return html`${fields.filter((field) => !isAddress(field)).map((field) => fieldHtml(field, filled))}
    <fieldset><legend>Address</legend>${fields.filter(isAddress).map((field) => fieldHtml(field, filled))}</fieldset>`;
}

function documentFieldsets(view: HostedVerification, filled: Filled): Html {
  const wanted = wantedDocuments(view);
  const uploaded = view.documents.map(
    ({ documentType, fileName }) => html`<li>${wordsOf(nameOf(documentType))} <span>${fileName}</span></li>`,
  );
  return html`${uploaded.length > 0 && html`<p>Uploaded:</p><ul class="done">${uploaded}</ul>`}
    ${wanted.length === 0 && html`<p>All the documents that we need are here.</p>`}
    ${wanted.map(
      ({ title, replaced, errors, fields }) =>
        html`<fieldset><legend>${title}</legend>
          ${replaced && html`<p>${errors.map(({ reason }) => `${reason}.`).join(' ')}</p>`}
          ${fields.map((field) => fieldHtml(field, filled))}
        </fieldset>`,
    )}`;
}

function ownerFieldset(view: HostedVerification, filled: Filled): Html {
  const named = ownersOf(view).map((owner) => html`<li>${fullNameOf(owner)} <span>${owner.ownershipPercentage} %</span></li>`);
  return html`<p>Tell us of everybody who owns a quarter or more, and of one person who controls the business.</p>
    ${named.length > 0 && html`<ul class="done">${named}</ul>`}
    ${ownersToMend(view).map(
      ({ owner, fields }) =>
        html`<fieldset><legend>${fullNameOf(owner)}: to be corrected</legend>
          ${fields.map((field) => fieldHtml(field, filled))}
        </fieldset>`,
    )}
    <fieldset><legend>${named.length > 0 ? 'Another person (optional)' : 'A person'}</legend>
      ${ownerFields.map((field) => fieldHtml(field, filled))}
    </fieldset>`;
}
