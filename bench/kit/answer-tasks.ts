// The other end of `Child.ask`, for scripts that make load.

/** Answers every task that the parent sends. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.channel?.ref();
  process.on('message', (task: Task & { usage?: string }) => {
    if (task.usage) return;
    void work(task).then((answer) => process.send?.({ answer }));
  });
}
