// Form fields: each has its label, hint and error message, connected for screen readers.
import { allCountries, countryName } from './countries.ts';
import { type Html, html } from './html.ts';
import type { KeptFile } from './kept-files.ts';

export interface Field {
  /** The path of its property, also its id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The message for a value that the platform refuses, if the general one is not helpful. */
  readonly wrong?: string;
  /** The value of the `autocomplete` attribute. */
  readonly autocomplete?: string;
  readonly kind?: 'text' | 'date' | 'number' | 'file' | 'country' | 'countries' | Choices;
}

/** One of several options, or any number of them. */
export interface Choices {
  readonly options: readonly Option[];
  readonly isMany?: boolean;
}

type Option = readonly [value: string, label: string];

/** The content of fields: values, files that were sent earlier, and errors, by field name. */
export interface Filled {
  readonly values: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly problems: ReadonlyMap<string, string>;
}

/** A field with its current value. For a file that was sent earlier, shows its name and sends a reference to it. */
export function fieldHtml(field: Field, filled: Filled): Html {
  const { name, label, kind } = field;
  const problem = filled.problems.get(name);
  const style = problem === undefined ? 'field' : 'field wrong';
  const value = filled.values.get(name) ?? '';
  if (kind === 'countries' || (typeof kind === 'object' && kind.isMany)) {
    return html`<fieldset class="${style} several"${describedBy(field, problem)}><legend>${label}</legend>
      ${notes(field, problem)}
      ${kind === 'countries' ? countryList(name, value) : checkboxes(name, kind, value)}
    </fieldset>`;
  }
  const described = html`${describedBy(field, problem)}${problem !== undefined && html` aria-invalid="true"`}`;
  return html`<div class="${style}">
    <label for="${name}">${label}</label>
    ${notes(field, problem)}
    ${kind === 'file' ? fileInput(name, filled.files.get(name), described) : control(field, value, described)}
  </div>`;
}

function notes({ name, hint }: Field, problem: string | undefined): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem !== undefined && html`<p class="problem" id="${name}-problem"><span class="unseen">Error: </span>${problem}</p>`}`;
}

/** The first input has the field name as id, so that links to the field work. */
function checkboxes(name: string, { options }: Choices, value: string): Html {
  const chosen = value.split(',');
  return html`${options.map(
    ([code, label], index) => html`<label class="check">
      <input type="checkbox" id="${index === 0 ? name : `${name}-${code}`}" name="${name}" value="${code}"${chosen.includes(code) && html` checked`}>
      ${label}</label>`,
  )}`;
}

function describedBy({ name, hint }: Field, problem: string | undefined): Html {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(problem === undefined ? [] : [`${name}-problem`])];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`;
}

function control({ name, kind = 'text', autocomplete = 'off' }: Field, value: string, described: Html): Html {
  if (typeof kind === 'object') return selection({ name, kind, autocomplete, value, described });
  if (kind === 'country') {
    return html`<input id="${name}" name="${name}" list="${countryListId}" value="${countryName(value)}" autocomplete="${autocomplete}"${described}>`;
  }
  const type = kind === 'number' ? 'text' : kind;
  const digits = kind === 'number' && html` inputmode="numeric"`;
  return html`<input id="${name}" name="${name}" type="${type}"${digits} value="${value}" autocomplete="${autocomplete}"${described}>`;
}

function fileInput(name: string, kept: KeptFile | undefined, described: Html): Html {
  const accept = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';
  return html`${
    kept &&
    html`<p class="kept"><strong>${kept.fileName}</strong> is attached. Choose another file to replace it.</p>
      <input type="hidden" name="${name}" value="${kept.reference}">`
  }
    <input id="${name}" name="${name}" type="file" accept="${accept}"${described}>`;
}

interface Selection {
  readonly name: string;
  readonly kind: Choices;
  readonly autocomplete: string;
  readonly value: string;
  readonly described: Html;
}

/** A single option is preselected. */
function selection({ name, kind: { options }, autocomplete, value, described }: Selection): Html {
  const isOpen = options.length > 1;
  const chosen = isOpen ? value : options[0]?.[0];
  const items = options.map(
    ([code, label]) => html`<option value="${code}"${chosen === code && html` selected`}>${label}</option>`,
  );
  const none = isOpen && html`<option value="">Choose one</option>`;
  return html`<select id="${name}" name="${name}" autocomplete="${autocomplete}"${described}>${none}${items}</select>`;
}

const countriesShown = 3;

/** The chosen countries, and at least one empty input. */
function countryList(name: string, value: string): Html {
  const chosen = value === '' ? [] : value.split(',');
  const count = Math.max(countriesShown, chosen.length + 1);
  return html`${Array.from({ length: count }, (_, index) => {
    const id = index === 0 ? name : `${name}-${index + 1}`;
    const shown = countryName(chosen[index] ?? '');
    return html`<input id="${id}" name="${name}" list="${countryListId}" value="${shown}" aria-label="Country ${index + 1}" autocomplete="off">`;
  })}`;
}

const countryListId = 'country-names';

/** Suggestions for country inputs. Rendered once per page. */
export const countrySuggestions = (): Html =>
  html`<datalist id="${countryListId}">${allCountries().map(([, name]) => html`<option value="${name}">`)}</datalist>`;
