package child

import (
	"errors"
	"os/exec"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Tree is a program and all processes that it started: a job object, which no
// process of it can leave. It ends when the last handle of it is closed, and so
// with this program, however that ends.
type Tree struct {
	cmd     *exec.Cmd
	job     windows.Handle
	process windows.Handle

	mu    sync.Mutex
	ended bool // the handles are closed, and may be somebody else's
}

// Start starts the command in a job of its own. It begins suspended, so that it
// starts nothing before it is in the job. Neither folder nor sign are needed to
// find the processes again.
func Start(cmd *exec.Cmd, _ *Folder, _ string) (*Tree, error) {
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	// Control+C in the console of this program is none of the child's.
	cmd.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, windows.CloseHandle(job))
	}
	t := &Tree{cmd: cmd, job: job}
	if err := t.enter(); err != nil {
		_ = cmd.Process.Kill()
		return nil, errors.Join(err, t.Finish())
	}
	return t, nil
}

// newJob makes a job whose processes end with it.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return 0, errors.Join(err, windows.CloseHandle(job))
	}
	return job, nil
}

// enter puts the suspended program into the job and lets it run.
func (t *Tree) enter() error {
	const access = windows.SYNCHRONIZE | windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	process, err := windows.OpenProcess(access, false, uint32(t.PID()))
	if err != nil {
		return err
	}
	t.process = process
	if err := windows.AssignProcessToJobObject(t.job, process); err != nil {
		return err
	}
	return resume(uint32(t.PID()))
}

// resume lets the threads of a suspended process run; it has one.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{}
	entry.Size = uint32(unsafe.Sizeof(entry))
	resumed := false
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(thread)
		if err := errors.Join(err, windows.CloseHandle(thread)); err != nil {
			return err
		}
		resumed = true
	}
	if !resumed {
		return errors.New("the program has no thread to start with")
	}
	return nil
}

// PID is the process id of the program.
func (t *Tree) PID() int { return t.cmd.Process.Pid }

// killed is the exit code of what Kill ends.
const killed = 1

// Kill ends all processes of the job.
func (t *Tree) Kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		_ = windows.TerminateJobObject(t.job, killed)
	}
}

// Exited blocks until the program has ended; its processes may go on.
func (t *Tree) Exited() {
	_, _ = windows.WaitForSingleObject(t.process, windows.INFINITE)
}

// Finish ends what is left of the tree after Exited and returns how the program
// ended. It waits for every process to be gone, within bounds.
func (t *Tree) Finish() error {
	const (
		patience = 5 * time.Second
		pause    = 2 * time.Millisecond
	)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		t.Kill()
		if t.active() == 0 || time.Now().After(deadline) {
			break
		}
	}
	err := t.cmd.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	if t.process != 0 {
		_ = windows.CloseHandle(t.process)
	}
	_ = windows.CloseHandle(t.job)
	return err
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	TotalUserTime, TotalKernelTime           int64
	ThisPeriodUserTime, ThisPeriodKernelTime int64
	PageFaults, Processes, Active, Ended     uint32
}

// active counts the processes of the job, 0 when nobody can say.
func (t *Tree) active() uint32 {
	var a accounting
	err := windows.QueryInformationJobObject(t.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
	if err != nil {
		return 0
	}
	return a.Active
}
