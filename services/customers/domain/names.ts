// Names as people type them, and as they are kept.

/** Without space around it, and with one space where several were. */
export function tidyName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ');
}
