// Why a command fails, and its exit code.

/** The platform refused, or something else failed. */
export class CommandFailure extends Error {
  readonly exitCode: number = 1;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandFailure';
  }
}

/** The command line is wrong. */
export class UsageMistake extends CommandFailure {
  override readonly exitCode = 2;

  constructor(message: string) {
    super(message);
    this.name = 'UsageMistake';
  }
}

/** There is no platform, or no credentials for it. */
export class NoConnection extends CommandFailure {
  override readonly exitCode = 3;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoConnection';
  }
}
