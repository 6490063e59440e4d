package event

import (
	"encoding/json"
	"fmt"
)

// Command is what a panel wants done: [Hello], [Send], [Continue], [Abort],
// [SetBinding], [Answering], [SwitchConversation], [DeleteConversation],
// [NewConversation], [Detach] or [OpenSettings], each by value. Package agent
// carries them out (agent.Panels).
type Command interface {
	// Command names the kind of the command.
	Command() CommandType
}

// CommandType names a kind of command. Types are a public contract.
type CommandType string

// The types of commands.
const (
	CommandHello        CommandType = "hello"
	CommandSend         CommandType = "send"
	CommandContinue     CommandType = "continue"
	CommandAbort        CommandType = "abort"
	CommandSetBinding   CommandType = "set_binding"
	CommandAnswer       CommandType = "approval"
	CommandSwitch       CommandType = "switch_conversation"
	CommandDelete       CommandType = "delete_conversation"
	CommandNew          CommandType = "new_conversation"
	CommandDetach       CommandType = "detach"
	CommandOpenSettings CommandType = "open_settings"
)

// Hello is the first thing that a panel says. It is answered with lists of the
// conversations and bindings; the timeline comes with the Snapshot that every
// listener begins with.
type Hello struct{}

// Send is what a person said: a task, or, while a run is under way, something
// that the agent reads before its next turn.
type Send struct {
	Text string `json:"text"`
}

// Continue goes on with the last task.
type Continue struct{}

// Abort stops the run.
type Abort struct{}

// SetBinding goes on with another model, between runs.
type SetBinding struct {
	ID string `json:"id"`
}

// Answering answers an [Approval].
type Answering struct {
	ID     string `json:"id"`
	Answer Answer `json:"answer"`
}

// SwitchConversation puts a conversation of the archive into use.
type SwitchConversation struct {
	ID string `json:"id"`
}

// DeleteConversation removes a conversation from the archive, and from use.
type DeleteConversation struct {
	ID string `json:"id"`
}

// NewConversation archives the one in use and begins another.
type NewConversation struct{}

// Detach lets go of the browser's pages; the conversation stays.
type Detach struct{}

// OpenSettings asks the program to show its settings.
type OpenSettings struct{}

// Command returns CommandHello.
func (Hello) Command() CommandType { return CommandHello }

// Command returns CommandSend.
func (Send) Command() CommandType { return CommandSend }

// Command returns CommandContinue.
func (Continue) Command() CommandType { return CommandContinue }

// Command returns CommandAbort.
func (Abort) Command() CommandType { return CommandAbort }

// Command returns CommandSetBinding.
func (SetBinding) Command() CommandType { return CommandSetBinding }

// Command returns CommandAnswer.
func (Answering) Command() CommandType { return CommandAnswer }

// Command returns CommandSwitch.
func (SwitchConversation) Command() CommandType { return CommandSwitch }

// Command returns CommandDelete.
func (DeleteConversation) Command() CommandType { return CommandDelete }

// Command returns CommandNew.
func (NewConversation) Command() CommandType { return CommandNew }

// Command returns CommandDetach.
func (Detach) Command() CommandType { return CommandDetach }

// Command returns CommandOpenSettings.
func (OpenSettings) Command() CommandType { return CommandOpenSettings }

// message is the JSON form of a command.
type message struct {
	Type CommandType     `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// EncodeCommand writes a command as JSON: its type beside its data.
func EncodeCommand(c Command) ([]byte, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return json.Marshal(message{c.Command(), data})
}

// DecodeCommand reads a command. A type that it does not know is an error: an
// older program must not do half of what a newer panel wants.
func DecodeCommand(text []byte) (Command, error) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("event: no command: %w", err)
	}
	if len(m.Data) == 0 {
		m.Data = json.RawMessage("{}")
	}
	var c Command
	var err error
	switch m.Type {
	case CommandHello:
		c, err = command[Hello](m.Data)
	case CommandSend:
		c, err = command[Send](m.Data)
	case CommandContinue:
		c, err = command[Continue](m.Data)
	case CommandAbort:
		c, err = command[Abort](m.Data)
	case CommandSetBinding:
		c, err = command[SetBinding](m.Data)
	case CommandAnswer:
		c, err = command[Answering](m.Data)
	case CommandSwitch:
		c, err = command[SwitchConversation](m.Data)
	case CommandDelete:
		c, err = command[DeleteConversation](m.Data)
	case CommandNew:
		c, err = command[NewConversation](m.Data)
	case CommandDetach:
		c, err = command[Detach](m.Data)
	case CommandOpenSettings:
		c, err = command[OpenSettings](m.Data)
	default:
		return nil, fmt.Errorf("event: there is no command %q", m.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("event: the command %s: %w", m.Type, err)
	}
	return c, nil
}

func command[C Command](data json.RawMessage) (Command, error) {
	var c C
	err := json.Unmarshal(data, &c)
	return c, err
}
