// The child's side of `Child.ask`, for load generators.

/** Answers every task of the parent. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.channel?.ref();
  process.on('message', (task: Task & { usage?: string }) => {
    if (task.usage) return;
    void work(task).then((answer) => process.send?.({ answer }));
  });
}
