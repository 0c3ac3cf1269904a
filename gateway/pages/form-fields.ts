// Fields of forms: each with its label, its hint and what is wrong with it, tied together for those who listen.
import countries from 'i18n-iso-countries/index.js'; // without the names of countries in eighty languages
import { type Html, html } from './html.ts';

export interface Field {
  /** The path of the property that it fills; also its id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What a browser may fill in by itself. */
  readonly autocomplete?: string;
  readonly kind?: 'text' | 'date' | 'number' | 'file' | Choices;
}

/** One of several, or any number of them. */
export interface Choices {
  readonly options: readonly Option[];
  readonly isMany?: boolean;
}

type Option = readonly [value: string, label: string];

/** What is shown in the fields: the values, and what is wrong, by their names. */
export interface Filled {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: ReadonlyMap<string, string>;
}

/** A field. Its value stays what was typed, but for files, which browsers do not let us fill. */
export function fieldHtml(field: Field, filled: Filled): Html {
  const { name, label, kind } = field;
  const problem = filled.problems.get(name);
  const value = filled.values.get(name) ?? '';
  const style = problem === undefined ? 'field' : 'field wrong';
  if (typeof kind === 'object' && kind.isMany && kind.options.length <= checkboxesMax) {
    return html`<fieldset class="${style} checks"${describedBy(field, problem)}><legend>${label}</legend>
      ${notes(field, problem)}
      ${checkboxes(name, kind, value)}
    </fieldset>`;
  }
  return html`<div class="${style}">
    <label for="${name}">${label}</label>
    ${notes(field, problem)}
    ${control(field, value, html`${describedBy(field, problem)}${problem !== undefined && html` aria-invalid="true"`}`)}
  </div>`;
}

/** Of more choices than these a list is shown. */
const checkboxesMax = 10;

function notes({ name, hint }: Field, problem: string | undefined): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem !== undefined && html`<p class="problem" id="${name}-problem"><span class="unseen">Error: </span>${problem}</p>`}`;
}

/** The first has the name for its id, so that a link to the field leads there. */
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
  const accept = kind === 'file' && html` accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"`;
  const shown = kind !== 'file' && html` value="${value}" autocomplete="${autocomplete}"`;
  const type = kind === 'number' ? 'text' : kind;
  const digits = kind === 'number' && html` inputmode="numeric"`;
  return html`<input id="${name}" name="${name}" type="${type}"${digits}${accept}${shown}${described}>`;
}

interface Selection {
  readonly name: string;
  readonly kind: Choices;
  readonly autocomplete: string;
  readonly value: string;
  readonly described: Html;
}

function selection({ name, kind, autocomplete, value, described }: Selection): Html {
  const { options, isMany = false } = kind;
  const isOpen = isMany || options.length > 1;
  const chosen = isMany ? value.split(',') : [isOpen ? value : options[0]?.[0]];
  const items = options.map(
    ([code, label]) => html`<option value="${code}"${chosen.includes(code) && html` selected`}>${label}</option>`,
  );
  const many = isMany && html` multiple size="6"`;
  const none = isOpen && !isMany && html`<option value="">Choose one</option>`;
  return html`<select id="${name}" name="${name}" autocomplete="${autocomplete}"${many}${described}>${none}${items}</select>`;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** Every country, by its name. */
export const countryChoices: Choices = {
  options: Object.keys(countries.getAlpha2Codes())
    .map((code): Option => [code, countryNames.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en')),
};
