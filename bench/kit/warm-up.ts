// Rounds before the measured ones: V8 compiles the code of a process during its first thousands of calls.

const roundsMax = 12;
const fasterMin = 0.05;

/** Repeats a round until two in a row are at most 5 % faster than the fastest one before, at most twelve times. Takes and compares seconds. */
export async function warmUp(round: () => Promise<number>): Promise<void> {
  let fastest = await round();
  let steady = 0;
  for (let rounds = 1; rounds < roundsMax && steady < 2; rounds++) {
    const seconds = await round();
    steady = seconds < fastest * (1 - fasterMin) ? 0 : steady + 1;
    fastest = Math.min(fastest, seconds);
  }
}
