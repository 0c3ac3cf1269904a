// The hosted page: missing data as one form that works without scripts.
import type { Brand } from '../../gen/payments/common/v1/brand_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { countrySuggestions, type Field, type Filled, fieldHtml } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { knownValues } from './known-values.ts';
import { nameOf, requiredDocuments, wordsOf } from './kyc-documents.ts';
import { customerFields } from './kyc-fields.ts';
import { fullNameOf, newPeople, ownersOf, ownersToMend } from './kyc-owners.ts';
import { layout } from './layout.ts';
import type { Part } from './page-problems.ts';

export interface Shown extends Partial<Filled> {
  readonly view: HostedVerification;
  readonly brand?: Brand | undefined;
  /** Whether an earlier form was saved. */
  readonly isSaved?: boolean;
}

/** `values`: typed values, or known values of the customer. */
export function kycPage({
  view,
  brand,
  values = knownValues(view),
  files = new Map(),
  problems = new Map(),
  isSaved,
}: Shown): Html {
  const isBusiness = view.customer?.kind.case === 'business';
  const title = isBusiness ? 'Verify your business' : 'Verify your identity';
  if (view.isSettled) return layout(title, html`<h1>${title}</h1>${settled}`, { brand });
  const filled = { values, files, problems };
  const body = html`
    ${problems.size > 0 && summary(problems, view)}
    <h1>${title}</h1>
    <p class="lead">${isBusiness ? businessLead : individualLead}</p>
    ${isSaved && html`<p class="note good" role="status">Saved. You can continue, or return later with the same link.</p>`}
    ${view.isLenient && html`<p class="note"><strong>Sandbox.</strong> You can leave any field empty.</p>`}
    <form method="post" action="?" enctype="multipart/form-data" novalidate>
      ${section('details', isBusiness ? 'The business' : 'About you', customerFieldsets(view, filled))}
      ${section('documents', 'Documents', documentFieldsets(view, filled))}
      ${isBusiness && section('owners', 'Owners and control', ownerFieldset(view, filled))}
      <div class="actions">
        <button type="submit" name="intent" value="submit">Submit for verification</button>
        <button type="submit" name="intent" value="save" class="quiet">Save for later</button>
      </div>
      ${countrySuggestions()}
    </form>`;
  return layout(problems.size > 0 ? `Error: ${title}` : title, body, { brand });
}

const individualLead = 'We need a few details and an identity document. You can save and return with the same link.';
const businessLead =
  'We need details of the business, its documents, and the people who own or control it. You can save and return with the same link.';

const settled = html`<p class="lead">We need nothing more from you.</p>
  <form method="post" action="?"><div class="actions"><button type="submit" name="intent" value="submit">Continue</button></div></form>`;

/** All errors, with links to their fields. Gets the focus, so that screen readers read it first. */
function summary(problems: ReadonlyMap<string, string>, view: HostedVerification): Html {
  const names = new Set(allFields(view).map(({ name }) => name));
  const items = [...problems].map(([name, message]) => {
    return html`<li>${names.has(name) ? html`<a href="#${name}">${message}</a>` : message}</li>`;
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">Please check ${problems.size === 1 ? 'one thing' : `${problems.size} things`}</h2>
    <ul>${items}</ul>
  </div>`;
}

function allFields(view: HostedVerification): readonly Field[] {
  const own = view.customer ? customerFields(view.customer) : [];
  return [...own, ...[...requiredDocuments(view), ...ownersToMend(view), ...newPeople(view)].flatMap(({ fields }) => fields)];
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
  const required = requiredDocuments(view);
  const uploaded = view.documents.map(
    ({ documentType, fileName }) => html`<li>${wordsOf(nameOf(documentType))} <span>${fileName}</span></li>`,
  );
  return html`${uploaded.length > 0 && html`<p>Uploaded:</p><ul class="done">${uploaded}</ul>`}
    ${required.length === 0 && html`<p>We have all the documents that we need.</p>`}
    ${required.map(
      ({ title, replaced, errors, fields }) =>
        html`<fieldset><legend>${title}</legend>
          ${replaced && html`<p>${errors.map(({ reason }) => `${reason}.`).join(' ')}</p>`}
          ${fields.map((field) => fieldHtml(field, filled))}
        </fieldset>`,
    )}`;
}

function ownerFieldset(view: HostedVerification, filled: Filled): Html {
  const named = ownersOf(view).map((owner) => html`<li>${fullNameOf(owner)} <span>${owner.ownershipPercentage} %</span></li>`);
  const fieldset = (title: string, { fields }: Part) => html`<fieldset><legend>${title}</legend>
      ${fields.map((field) => fieldHtml(field, filled))}
    </fieldset>`;
  const [first, ...others] = newPeople(view);
  const isFirst = named.length === 0;
  return html`<p>List everyone who owns 25 % or more of the business, and one person who controls it.</p>
    ${named.length > 0 && html`<ul class="done">${named}</ul>`}
    ${ownersToMend(view).map((owner) => fieldset(`${fullNameOf(owner.owner)}: please correct`, owner))}
    ${first && fieldset(isFirst ? 'First person' : 'Another person (optional)', first)}
    ${others.map((person, index) => {
      const title = `${ordinals[index + (isFirst ? 0 : 1)]} person (optional)`;
      return html`<details${isBegun(person, filled) && html` open`}><summary>Add another person</summary>${fieldset(title, person)}</details>`;
    })}`;
}

const ordinals = ['Second', 'Third', 'Fourth', 'Fifth'];

function isBegun({ fields }: Part, { values, problems }: Filled): boolean {
  return fields.some(({ name }) => values.has(name) || problems.has(name));
}
